-- What a change of a batch put in the place of what, for whoever takes it back within seven days.
create table batch_change (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batch,
  staff_id bigint not null references staff,
  at timestamptz not null,
  before jsonb not null,
  after jsonb not null,
  undone_at timestamptz
);
create index on batch_change (batch_id, id);
create index on batch_change (at);
