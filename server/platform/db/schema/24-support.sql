-- Questions to the shop and their answers. Decision 010.

create table service_request (
  id bigint generated always as identity primary key,
  -- Null for a mail from an unknown sender.
  voucher_id bigint references voucher,
  channel_id text not null references channel,
  email text not null,
  subject text not null,
  body text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  at timestamptz not null default now(),
  language text not null,
  source text not null default 'form' check (source in ('form', 'chat', 'mail')),
  name text not null default '',
  -- The Message-ID of the first mail. Answers refer to it, so that mail programs show one thread.
  mail_message_id text,
  -- The complete mail if quoted text was removed, and the number of attachments that were not stored.
  whole text,
  left_out integer not null default 0,
  owner_id bigint references staff,
  -- Counts the messages of both sides. An answer names the version that its author read.
  version integer not null default 1 check (version > 0),
  snoozed_until timestamptz,
  -- Since when it has its state: the oldest unanswered question, the answer, or the end.
  since timestamptz not null,
  -- When the thread of an unknown sender was erased. Decision 014.
  erased_at timestamptz
);
create index on service_request (voucher_id, at);
create index service_request_open on service_request (channel_id, since, id) where state <> 'closed';
create index service_request_since on service_request (since, id);
create index service_request_mailed on service_request (lower(email), at) where source = 'mail';
create index service_request_by_moment on service_request (at);
create index service_request_stranger on service_request (channel_id, since) where voucher_id is null;

create table service_message (
  id bigint generated always as identity primary key,
  request_id bigint not null references service_request,
  -- 'automatic': an automatic reply, which reopens nothing.
  kind text not null check (kind in ('in', 'out', 'note', 'automatic')),
  at timestamptz not null,
  staff_id bigint references staff,
  from_address text not null default '',
  from_name text not null default '',
  body text not null,
  -- The complete text if quoted text was removed.
  whole text,
  mail_message_id text,
  left_out integer not null default 0 check (left_out >= 0),
  -- The idempotency key of the page.
  key uuid unique,
  check ((kind in ('out', 'note')) = (staff_id is not null)),
  check ((kind in ('out', 'note')) = (key is not null))
);
create index on service_message (request_id, id);

create table service_attachment (
  id bigint generated always as identity primary key,
  request_id bigint not null references service_request,
  -- Null: of the first mail.
  message_id bigint references service_message,
  name text not null,
  type text not null,
  bytes bytea not null check (octet_length(bytes) <= 5242880)
);
create index on service_attachment (request_id);

-- Each mail is processed once, however often it is delivered.
create table incoming_mail (
  key text primary key,
  at timestamptz not null,
  outcome text not null check (outcome in ('begun', 'added', 'automatic', 'own')),
  request_id bigint references service_request
);

create table saved_answer (
  id bigint generated always as identity primary key,
  -- Null: for all channels.
  channel_id text references channel,
  name text not null check (name <> ''),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  version integer not null default 1
);
create unique index saved_answer_name on saved_answer (coalesce(channel_id, ''), lower(name));

create table voucher_note (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  order_number text,
  staff_id bigint not null references staff,
  body text not null check (body <> ''),
  at timestamptz not null
);
create index on voucher_note (voucher_id, at);
