-- Spreadsheets that come in at the desk: what was in them, what is wrong by row and column, and what became of each row.
create table import_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  file_name text not null check (file_name <> ''),
  file_hash text not null,
  -- How it was read: encoding, delimiter or sheet.
  reading jsonb not null default '{}',
  columns text[] not null,
  -- Of each column the field that it is, or null where it is left out.
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array'),
  staff_id bigint not null references staff,
  work_id bigint references desk_work,
  made_at timestamptz not null,
  undone_at timestamptz
);
create index on import_run (staff_id, id desc);

create table import_row (
  run_id bigint not null references import_run on delete cascade,
  line integer not null check (line > 0),
  cells text[] not null,
  -- As it stands now: what is wrong with which cell, and what taking it would do, or has done.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  outcome text not null check (outcome in ('made', 'changed', 'same', 'refused')),
  taken_at timestamptz,
  primary key (run_id, line),
  check ((outcome = 'refused') = (problems <> '[]')),
  check (taken_at is null or outcome in ('made', 'changed'))
);
create index on import_row (run_id, outcome, line);

-- The same columns again are the same fields again.
create table import_mapping (
  kind text not null,
  columns_hash text not null,
  mapping jsonb not null,
  primary key (kind, columns_hash)
);
