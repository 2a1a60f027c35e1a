-- A season of a channel, played in a copy before it comes: what was asked for, how far whoever plays it is, what came of it.
-- Decision 063.
create table rehearsal (
  id bigint generated always as identity primary key,
  -- Where it is called off, and how it ended; gone with the list of work, while the report stays.
  work_id bigint unique references desk_work on delete set null,
  channel_id text not null references channel,
  staff_id bigint not null references staff,
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  -- The process that plays it: only what holds this says how far it is. Whatever was silent for a while has lost it.
  runner uuid,
  runs integer not null default 0,
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  beat_at timestamptz,
  report jsonb check (jsonb_typeof(report) = 'object'),
  -- Why the last process gave up, in its own words.
  problem text not null default '',
  made_at timestamptz not null,
  played_at timestamptz,
  check ((report is null) = (played_at is null))
);
create index on rehearsal (channel_id, id);
create index on rehearsal (staff_id);
