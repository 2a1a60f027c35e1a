-- Sessions of voucher holders, and staff who act for them.

-- Sessions of staff in the shop on behalf of a holder, with the reason.
create table impersonation (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  staff_id bigint not null references staff,
  reason text not null check (reason <> ''),
  at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at > at)
);
create index on impersonation (voucher_id);

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  voucher_id bigint not null references voucher,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  impersonation_id bigint references impersonation
);
create index on session (voucher_id);
create index on session (ends_at);

-- Transfers a session to the host of the voucher's channel. Only the hash of the ticket is stored, and the
-- sealed code opens with the ticket only. Deleted with the session.
create table session_transfer_token (
  transfer_token_hash bytea primary key check (length(transfer_token_hash) = 32),
  token_hash bytea not null unique references session on delete cascade,
  sealed_code bytea not null,
  ends_at timestamptz not null
);
create index session_transfer_token_by_end on session_transfer_token (ends_at);

-- Ended sessions. Deleting a session always adds a row here.
create table visit (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  at timestamptz not null,
  seen_at timestamptz not null,
  impersonation_id bigint references impersonation
);
create index on visit (voucher_id, at);
create index on visit (at);

create table login_attempt (
  bucket text primary key,
  since timestamptz not null,
  tries integer not null check (tries > 0)
);
create index login_attempt_by_moment on login_attempt (since);

-- Days for which owners were sent a summary of what staff did for recipients. A day without mails has a row
-- too.
create table impersonation_summary (
  day date primary key,
  made_at timestamptz not null
);

-- Answers of writes that carried an Idempotency-Key.
create table idempotency_key (
  voucher_id bigint references voucher,
  key text check (length(key) between 1 and 255),
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  status integer not null,
  at timestamptz not null default now(),
  primary key (voucher_id, key)
);
create index on idempotency_key (at);

-- Triggers

create trigger impersonation_append_only before update or delete on impersonation
  for each row execute function facts_are_immutable('reason');
create trigger session_records_visit after delete on session referencing old table as gone
  for each statement execute function session_records_visit();
