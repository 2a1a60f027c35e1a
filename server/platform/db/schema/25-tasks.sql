-- What needs a person.

-- What needs a person: one open case per kind and subject. The transaction that stops opens it, the one that
-- continues closes it. Decision 010.
create table attention (
  id bigint generated always as identity primary key,
  -- A kind of domain/tasks/task-kinds.ts, which names the role that handles it.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- The subject within the kind.
  subject text not null check (subject <> ''),
  -- Cases with one cause are one line: the outage, and not each parcel that it delays.
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
  -- 'mended' and 'closed' by a person, 'gone' by itself.
  outcome text check (outcome in ('mended', 'closed', 'gone')),
  closed_by bigint references staff,
  close_reason text not null default '',
  check ((owner_id is null) = (owned_at is null)),
  check ((closed_at is null) = (outcome is null)),
  check ((closed_by is not null) = (outcome in ('mended', 'closed')) or outcome is null and closed_by is null),
  check (outcome is distinct from 'closed' or close_reason <> '')
);
create unique index attention_open_once on attention (kind, subject) where closed_at is null;
create index attention_open on attention (kind, cause) where closed_at is null;
create index attention_of on attention (kind, subject);
create index attention_closed on attention (closed_at desc) where closed_at is not null;
create index attention_of_order on attention (order_number) where order_number is not null;
create index attention_by_beginning on attention (first_at);
create index attention_owned on attention (kind, cause, channel_id, owned_at)
  where closed_at is null and owner_id is not null;
