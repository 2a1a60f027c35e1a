-- What the payment provider paid out, and of which payments, refunds and chargebacks. Decision 054.

create table settlement (
  -- The provider's own.
  id text primary key check (id <> ''),
  provider text not null,
  reference text not null,
  cents bigint not null,
  -- What the provider kept for its work, VAT included.
  costs_cents bigint not null,
  paid_at timestamptz not null,
  fetched_at timestamptz not null
);
create index on settlement (paid_at);
create table settlement_item (
  settlement_id text not null references settlement,
  kind text not null check (kind in ('payment', 'capture', 'refund', 'chargeback')),
  id text not null check (id <> ''),
  payment_id text not null,
  -- What it adds to the settlement: of refunds and chargebacks below nothing.
  cents bigint not null,
  -- The same is paid out once, but a chargeback that was reversed comes back in a later one.
  primary key (settlement_id, kind, id)
);
create index on settlement_item (payment_id);
create trigger settlement_append_only before update or delete on settlement for each row execute function append_only();
create trigger settlement_item_append_only before update or delete on settlement_item
  for each row execute function append_only();
