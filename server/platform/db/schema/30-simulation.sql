-- Simulations.

-- Simulations of a season of a channel in a copy of the database. Decision 018.
create table simulation (
  id bigint generated always as identity primary key,
  -- Its background job. The report stays after the job is deleted.
  job_id bigint unique references background_job on delete set null,
  channel_id text not null references channel,
  staff_id bigint not null references staff,
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  -- The process that runs it. Only that process reports progress, and it loses the run after a period of
  -- silence.
  runner uuid,
  runs integer not null default 0,
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  heartbeat_at timestamptz,
  report jsonb check (jsonb_typeof(report) = 'object'),
  -- The error of the last process that gave up.
  problem text not null default '',
  made_at timestamptz not null,
  played_at timestamptz,
  check ((report is null) = (played_at is null))
);
create index on simulation (channel_id, id);
create index on simulation (staff_id);
