-- Events between processes, calls to outside services, and the counter of row versions.

-- One counter for all versioned rows, so that a version never repeats. 0 means a row that does not exist.
create sequence row_version as bigint;

-- Events between processes. NOTIFY announces each row, and readers also poll, because a notification can be
-- lost.
create table change_event (
  id bigint generated always as identity primary key,
  topic text not null check (topic in ('channel', 'catalogue', 'stock', 'session', 'voucher', 'backoffice', 'picture')),
  subject text not null default '',
  at timestamptz not null default clock_timestamp(),
  -- The writing transaction. A reader stores the oldest transaction that was open at its last read, so it misses no
  -- row that is committed later.
  written_by xid8 not null default pg_current_xact_id()
);
create index on change_event (at);
create index on change_event (written_by);

-- Calls to outside services that one process is making, so that no transaction stays open during the call.
-- After `until` the holder counts as crashed, and the call may have succeeded.
create table outbound_request (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);

-- Jobs that follow a commit. A job that is done is deleted. A claim changes no indexed column, so that it stays cheap.
create table job (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  data jsonb not null,
  start_after timestamptz not null default now(),
  tries smallint not null default 0,
  max_tries smallint not null default 17,
  -- The last try.
  started_at timestamptz,
  -- After this the process that runs the job counts as crashed. Null: no process runs it.
  leased_until timestamptz,
  -- All tries failed.
  failed_at timestamptz,
  error text,
  check (failed_at is null or leased_until is null)
) with (fillfactor = 80);
create index on job (name, start_after) where failed_at is null;
create index on job (name, failed_at) where failed_at is not null;

-- The position of each reader of an outside feed.
create table feed_cursor (
  feed text primary key,
  position bigint not null
);

-- Triggers

create trigger change_event_notify after insert on change_event for each row execute function change_event_notify();
