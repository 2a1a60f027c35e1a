-- A deed at the desk that has a key of its client: what is told again under it is answered as it was the first time.
create table staff_answered (
  key uuid primary key,
  staff_id bigint not null references staff,
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamptz not null
);
create index on staff_answered (at);
