-- The state of the sandbox services. It is in the database, so that all processes see the same payments, parcels and
-- mails, also after a restart.

create table sandbox_payment (
  id text primary key check (id ~ '^tr_[A-Za-z0-9]{10,}$'),
  key text not null unique,
  cart_guid text not null,
  cents bigint not null check (cents > 0),
  description text not null,
  language text not null,
  redirect_url text not null,
  cancel_url text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'canceled', 'expired', 'failed')),
  refunded_cents bigint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Only a paid amount can be refunded, and never more than it.
  constraint sandbox_payment_refund_within_amount
    check (refunded_cents between 0 and cents and (refunded_cents = 0 or state = 'paid'))
);

create table sandbox_refund (
  id text primary key,
  key text unique,
  payment_id text not null references sandbox_payment,
  cents bigint not null check (cents > 0),
  description text not null,
  created_at timestamptz not null,
  state text not null default 'queued'
    check (state in ('queued', 'pending', 'processing', 'refunded', 'failed', 'canceled')),
  -- When the state changes automatically. Null: only on request.
  moves_at timestamptz
);
create index on sandbox_refund (payment_id);

create table sandbox_chargeback (
  id text primary key check (id ~ '^chb_[A-Za-z0-9]+$'),
  payment_id text not null references sandbox_payment,
  cents bigint not null check (cents > 0),
  reason text not null default '',
  created_at timestamptz not null,
  reversed_at timestamptz
);
create index on sandbox_chargeback (payment_id);

create table sandbox_warehouse_order (
  order_number text primary key check (order_number <> ''),
  content jsonb not null,
  created_at timestamptz not null
);

create table sandbox_warehouse_event (
  id bigint generated always as identity primary key,
  order_number text not null references sandbox_warehouse_order,
  type text not null check (type = upper(type)),
  description text not null,
  at timestamptz not null,
  unique (order_number, type)
);

create table sandbox_mail (
  -- The same id again is the same mail.
  id text primary key,
  sender text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  html text not null,
  plain text not null,
  language text not null,
  created_at timestamptz not null
);
create index on sandbox_mail (lower(recipient), created_at);
