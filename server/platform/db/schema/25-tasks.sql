-- Tasks: work that a person must do.

-- One open task per kind and subject. The transaction that cannot continue opens it, the one that continues closes
-- it. Decision 010.
create table task (
  id bigint generated always as identity primary key,
  -- A kind of domain/tasks/task-kinds.ts, which names the role that handles it.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- The subject within the kind.
  subject text not null check (subject <> ''),
  -- Tasks with one cause are shown as one line: the outage, and not each parcel that it delays.
  cause text not null,
  -- The error message, without email addresses.
  reason text not null default '',
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  channel_id text references channel,
  order_number text,
  first_at timestamptz not null,
  last_at timestamptz not null,
  tries integer not null default 1 check (tries > 0),
  owner_id bigint references staff,
  owned_at timestamptz,
  closed_at timestamptz,
  -- 'resolved' and 'closed' by a person, 'gone' automatically.
  outcome text check (outcome in ('resolved', 'closed', 'gone')),
  closed_by bigint references staff,
  close_reason text not null default '',
  check ((owner_id is null) = (owned_at is null)),
  check ((closed_at is null) = (outcome is null)),
  check ((closed_by is not null) = (outcome in ('resolved', 'closed')) or outcome is null and closed_by is null),
  check (outcome is distinct from 'closed' or close_reason <> '')
);
create unique index task_open_once on task (kind, subject) where closed_at is null;
create index task_open on task (kind, cause) where closed_at is null;
create index task_of on task (kind, subject);
create index task_closed on task (closed_at desc) where closed_at is not null;
create index task_of_order on task (order_number) where order_number is not null;
create index task_by_beginning on task (first_at);
create index task_owned on task (kind, cause, channel_id, owned_at)
  where closed_at is null and owner_id is not null;
