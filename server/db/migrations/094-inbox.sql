-- Questions become threads: who sees to them, what was answered, what came back. Decision 057.

alter table service_request
  -- Whoever writes by mail is not always known.
  alter column voucher_id drop not null,
  add column language text,
  add column source text not null default 'form' check (source in ('form', 'chat', 'mail')),
  add column name text not null default '',
  -- Of the mail that began it: answers name it, so that mailboxes keep them together.
  add column mail_message_id text,
  -- Of that mail, with all that was quoted, where something was cut off; and so many files that were not kept.
  add column whole text,
  add column left_out integer not null default 0,
  add column owner_id bigint references staff,
  -- Counts what was said on both sides: whoever answers says which of it was read.
  add column version integer not null default 1 check (version > 0),
  add column snoozed_until timestamptz,
  -- Since when it stands where it stands: the oldest question that waits, the answer, the end.
  add column since timestamptz;
-- What was asked before there was an inbox was mailed to the channel, and is answered there.
update service_request set state = 'closed' where at < now() - interval '30 days';
update service_request set since = at, language = default_language from channel where channel.id = channel_id;
alter table service_request alter column since set not null, alter column language set not null;
create index service_request_open on service_request (channel_id, since, id) where state <> 'closed';
create index service_request_since on service_request (since, id);

create table service_message (
  id bigint generated always as identity primary key,
  request_id bigint not null references service_request,
  -- 'automatic': what a machine answered, which wakes nobody.
  kind text not null check (kind in ('in', 'out', 'note', 'automatic')),
  at timestamptz not null,
  staff_id bigint references staff,
  from_address text not null default '',
  from_name text not null default '',
  body text not null,
  -- With all that was quoted, where something was cut off.
  whole text,
  mail_message_id text,
  left_out integer not null default 0 check (left_out >= 0),
  -- Named by the page that sends it: a second sending is the same one.
  key uuid unique,
  check ((kind in ('out', 'note')) = (staff_id is not null)),
  check ((kind in ('out', 'note')) = (key is not null))
);
create index on service_message (request_id, id);

create table service_attachment (
  id bigint generated always as identity primary key,
  request_id bigint not null references service_request,
  -- null: of the mail that began it.
  message_id bigint references service_message,
  name text not null,
  type text not null,
  bytes bytea not null check (octet_length(bytes) <= 5242880)
);
create index on service_attachment (request_id);

-- Each mail is taken once, however often it is handed over.
create table incoming_mail (
  key text primary key,
  at timestamptz not null,
  outcome text not null check (outcome in ('begun', 'added', 'automatic', 'own')),
  request_id bigint references service_request
);
create index service_request_mailed on service_request (lower(email), at) where source = 'mail';

create table saved_answer (
  id bigint generated always as identity primary key,
  -- null: for all channels.
  channel_id text references channel,
  name text not null check (name <> ''),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  version integer not null default 1
);
create unique index saved_answer_name on saved_answer (coalesce(channel_id, ''), lower(name));
