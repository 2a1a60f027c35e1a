-- Card payments, chargebacks and settlements, as the payment provider reports them.

create table payment (
  -- Our own key, and the idempotency key at the provider.
  key uuid primary key,
  -- The provider's id. Null until the provider answered.
  id text unique,
  provider text not null,
  cart_guid uuid not null references cart,
  cart_version integer not null,
  voucher_id bigint not null references voucher,
  cents integer not null check (cents > 0),
  points integer not null check (points >= 0),
  language text not null default 'nl',
  redirect_url text not null,
  cancel_url text not null,
  checkout_url text,
  -- The state at the provider.
  state text not null default 'creating'
    check (state in ('creating', 'open', 'pending', 'paid', 'canceled', 'expired', 'failed')),
  -- What the shop did with it. 'held': points and stock are reserved. 'released': no longer reserved. 'ordered'
  -- and 'refunded': the money arrived.
  outcome text not null default 'held' check (outcome in ('held', 'released', 'ordered', 'refunded')),
  reservation_id bigint references ledger,
  order_number text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  settled_at timestamptz,
  next_poll_at timestamptz,
  -- The provider is not polled before this time, so that many webhooks cause one request.
  poll_allowed_from timestamptz not null default '-infinity',
  check (outcome not in ('ordered', 'refunded') or state = 'paid'),
  check ((outcome = 'ordered') = (order_number is not null))
);
-- One open payment per cart, and one paid order per cart.
create unique index one_held_payment on payment (cart_guid) where outcome = 'held';
create unique index one_paid_order on payment (cart_guid) where outcome = 'ordered';
create index payment_voucher on payment (voucher_id);
create index payment_to_look_at on payment (next_poll_at) where next_poll_at is not null;
create index payment_by_settling on payment (settled_at) where state = 'paid';

-- Stock that is reserved while a payment is open.
create table stock_reservation (
  payment_key uuid references payment,
  sku text references stock,
  quantity integer not null check (quantity > 0),
  primary key (payment_key, sku)
);

-- Money that a holder's bank took back, as the provider reported it. Never changed.
create table chargeback (
  -- The provider's id. A repeated message is the same chargeback.
  id text primary key check (id <> ''),
  payment_key uuid not null references payment,
  cents integer not null check (cents > 0),
  reason text not null default '',
  at timestamptz not null,
  received_at timestamptz not null
);
create index on chargeback (payment_key);
create index chargeback_by_moment on chargeback (at);

-- 'reversed': the provider reports that the money is ours again. 'accepted': a person accepted the loss, and
-- the note names the reason.
create table chargeback_end (
  chargeback_id text references chargeback,
  kind text check (kind in ('reversed', 'accepted')),
  note text not null default '',
  at timestamptz not null,
  primary key (chargeback_id, kind),
  check (kind <> 'accepted' or note <> '')
);
-- Reports count reversals by their day.
create index chargeback_end_by_moment on chargeback_end (at) where kind = 'reversed';

-- What the payment provider paid out, and for which payments, refunds and chargebacks. Decision 004.
create table settlement (
  -- The provider's id.
  id text primary key check (id <> ''),
  provider text not null,
  reference text not null,
  cents bigint not null,
  -- The provider's fee including VAT.
  costs_cents bigint not null,
  paid_at timestamptz not null,
  fetched_at timestamptz not null
);
create index on settlement (paid_at);

create table settlement_item (
  settlement_id text references settlement,
  kind text check (kind in ('payment', 'capture', 'refund', 'chargeback')),
  id text check (id <> ''),
  payment_id text not null,
  -- The effect on the settlement: negative for refunds and chargebacks.
  cents bigint not null,
  primary key (settlement_id, kind, id)
);
create index on settlement_item (payment_id);

-- Triggers

create trigger payment_creates_task after update on payment for each row
  when (new.outcome = 'refunded' and old.outcome <> 'refunded')
  execute function payment_creates_task();
create trigger stock_reservation_counts after insert or update or delete on stock_reservation
  for each row execute function stock_reservation_counts();
create trigger chargeback_append_only before update or delete on chargeback
  for each row execute function append_only();
create trigger chargeback_creates_task after insert on chargeback
  for each row execute function chargeback_creates_task();
create trigger chargeback_closes_task after insert on chargeback_end for each row
  execute function chargeback_creates_task();
create trigger chargeback_end_append_only before update or delete on chargeback_end
  for each row execute function facts_are_immutable('note');
create trigger settlement_append_only before update or delete on settlement
  for each row execute function append_only();
create trigger settlement_item_append_only before update or delete on settlement_item
  for each row execute function append_only();
