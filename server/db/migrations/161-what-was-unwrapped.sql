-- What a giver said and showed before somebody changed it: whoever had come in by then goes on seeing what they unwrapped.
create table giver_before (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batch,
  -- From here on the batch says something else.
  until timestamptz not null,
  name text not null,
  words text not null,
  words_in jsonb not null,
  picture text references picture,
  alt text not null
);
create index on giver_before (batch_id, until);
create index on giver_before (picture) where picture is not null;
