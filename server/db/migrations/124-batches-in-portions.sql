-- Many vouchers are made by portions. Until all are there no code of theirs leaves, and stopping takes the batch back.
alter table voucher_batch
  add column to_make integer not null default 0 check (to_make >= 0),
  add column make_work bigint references desk_work on delete set null;
create index on voucher_batch (make_work) where make_work is not null;

-- Who gets the vouchers that are not there yet: gone with the portion that makes theirs.
create table batch_person_next (
  batch_id bigint not null references voucher_batch,
  place integer not null,
  kind text not null,
  name text not null,
  department text not null,
  email text not null,
  language text not null,
  words text not null,
  primary key (batch_id, place)
);

-- Where it broke off: so many of its codes had been made.
alter table code_hand_over add column made integer check (made >= 0);
