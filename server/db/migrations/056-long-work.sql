-- What takes longer than somebody waits at the desk: done by portions, each with its place in one transaction, so that
-- whoever goes on after a crash goes on where it stopped.
create table desk_work (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,40}$'),
  staff_id bigint not null references staff,
  actor text not null check (actor in ('staff', 'token')),
  session_id uuid not null,
  channel_id text,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  -- What was asked for, and where it stands: both are the kind's own.
  asked jsonb not null,
  place jsonb,
  done integer not null default 0 check (done >= 0),
  -- As far as it is known.
  total integer check (total >= 0),
  -- What it did, in numbers and names.
  result jsonb not null default '{}',
  problem text not null default '',
  -- In a row, without a portion in between.
  failures integer not null default 0,
  file_name text,
  file_bytes bigint not null default 0,
  made_at timestamptz not null,
  -- Whoever works on it says so; one that nobody works on is taken up again.
  beat_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is not null) = (state in ('done', 'failed', 'cancelled'))),
  check ((problem <> '') = (state = 'failed'))
);
create index on desk_work (staff_id, id desc);
create index on desk_work (beat_at) where state in ('waiting', 'working');
create index on desk_work (ended_at) where ended_at is not null;

-- The file that it makes, a portion at a time.
create table desk_work_part (
  work_id bigint not null references desk_work on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (work_id, part)
);
