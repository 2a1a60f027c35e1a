-- Outgoing mails, and incoming ones that could not be read.

-- Mails, from the transaction that caused them until the mail server accepted them.
create table mail (
  id uuid default gen_random_uuid(),
  template text not null,
  -- An order number, 'number:detail', or the id of a service request.
  subject_id text not null,
  channel_id text not null references channel,
  language text not null,
  recipient text not null,
  -- 'replaced': a later mail about the same order contains everything that this one would.
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'replaced')),
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Until then the row is leased to the process that sends the mail.
  leaving_until timestamptz,
  month date default date_trunc('month', now() at time zone 'UTC')::date,
  voucher_id bigint,
  -- Counts the copies that staff sent again.
  copy integer not null default 0 check (copy >= 0),
  primary key (id, month),
  constraint mail_queued_once unique (template, subject_id, recipient, month, copy)
) partition by range (month);
-- The order page lists mails by the order number.
create index mail_about on mail (split_part(subject_id, ':', 1));

-- Incoming mails that could not be parsed within the limits. They are stored as they came and not parsed again
-- automatically.
create table unreadable_mail (
  -- SHA-256 of the bytes, which identifies a repeated mail.
  key text primary key check (key ~ '^[0-9a-f]{64}$'),
  door text not null check (door in ('answers', 'reports')),
  -- Sealed with the pepper, because a bounced mail can contain a voucher code.
  sealed bytea not null,
  size integer not null check (size > 0),
  why text not null check (why in ('time', 'memory', 'size', 'error')),
  -- The channel whose staff are notified. The recipient is unknown.
  channel_id text references channel,
  at timestamptz not null
);
create index on unreadable_mail (at);

-- Triggers

create trigger mail_voucher before insert or update on mail
  for each row when (new.voucher_id is null) execute function voucher_of_mail();
create trigger mail_creates_task after update on mail for each row
  when (old.state <> new.state and (old.state = 'refused' or new.state = 'refused'))
  execute function mail_creates_task();
