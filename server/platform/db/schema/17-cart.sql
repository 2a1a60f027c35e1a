-- Carts and wish lists.

create table cart (
  guid uuid primary key default gen_random_uuid(),
  voucher_id bigint not null references voucher,
  state text not null default 'open' check (state in ('open', 'ordered')),
  -- Increases with every change that affects the price. A payment pays for one version.
  version integer not null default 1,
  person jsonb,
  delivery jsonb check (delivery is null or delivery ->> 'kind' in ('digital', 'company', 'home', 'pickup')),
  -- What the carrier last offered. Only an offered method can be chosen.
  offered jsonb not null default '[]',
  consented_at timestamptz,
  language text not null default 'nl',
  changed_at timestamptz not null default now(),
  constraint cart_delivery_object check (jsonb_typeof(delivery) = 'object'),
  constraint cart_person_object check (jsonb_typeof(person) = 'object')
);
-- All devices of a holder share one cart.
create unique index one_open_cart on cart (voucher_id) where state = 'open';
-- A voucher gets a cart at the first login.
create index cart_of_voucher on cart (voucher_id);

create table cart_line (
  id bigint generated always as identity primary key,
  cart_guid uuid not null references cart on delete cascade,
  spli_id text not null references offer,
  quantity integer not null check (quantity between 1 and 999),
  -- The price when the holder last changed the line. The order is refused if the price has changed since.
  points_when_added integer not null check (points_when_added >= 0),
  own_line boolean not null default false
);
create index on cart_line (cart_guid);
create unique index one_line_per_offer on cart_line (cart_guid, spli_id) where not own_line;

create table wishlist_item (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  spli_id text not null references offer,
  at timestamptz not null default now(),
  unique (voucher_id, spli_id)
);

-- Triggers

create trigger cart_activates_voucher after insert on cart for each row execute function cart_activates_voucher();
