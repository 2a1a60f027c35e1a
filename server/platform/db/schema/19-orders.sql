-- Orders, their lines and their history.

-- The timeline of the write-ahead log on which the last order number was given. A promoted standby starts a new
-- timeline and may lack the last orders. next_order_number() then skips their numbers.
create table order_number_timeline (
  one boolean primary key default true check (one),
  timeline integer not null
);

insert into order_number_timeline (timeline) values (wal_timeline());

create sequence order_number start 1000001;

create table orders (
  number text primary key default nextval('order_number')::text,
  cart_guid uuid not null unique references cart,
  voucher_id bigint not null references voucher,
  channel_id text not null references channel,
  language text not null,
  state text not null default 'placed' check (state in ('placed', 'released', 'shipped', 'delivered', 'cancelled')),
  placed_at timestamptz not null default now(),
  changeable_until timestamptz not null,
  total_points integer not null check (total_points >= 0),
  points_paid integer not null check (points_paid >= 0),
  cents_paid integer not null check (cents_paid >= 0),
  capture_id bigint references ledger,
  payment_key uuid references payment,
  person jsonb not null,
  delivery jsonb not null check (delivery ->> 'kind' in ('digital', 'company', 'home', 'pickup')),
  -- The month in UTC in which the order was placed. The default sets it, unless the writer does.
  month date not null default date_trunc('month', now() at time zone 'UTC')::date,
  -- Rows of an order have the month of the order.
  constraint orders_number_month unique (number, month),
  -- 1 point = 5 EUR. The card pays what the points do not.
  check (points_paid * 500 + cents_paid = total_points * 500),
  check ((points_paid > 0) = (capture_id is not null)),
  check ((cents_paid > 0) = (payment_key is not null)),
  constraint orders_delivery_object check (jsonb_typeof(delivery) = 'object'),
  constraint orders_person_object check (jsonb_typeof(person) = 'object')
);
create index on orders (voucher_id);
create unique index on orders (payment_key) where payment_key is not null;
create unique index on orders (capture_id) where capture_id is not null;
-- Finds the rows of a month in a table without partitions.
create index orders_by_month on orders using brin (month);
create index orders_by_person on orders using gin (
  recipient_search_words(array[person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email']));
create index orders_of_channel on orders (channel_id, placed_at, (number::bigint));
create index orders_by_state on orders (state, placed_at, (number::bigint));
-- Reports of card payments leave out orders that were paid with points only.
create index orders_by_card on orders (placed_at) where cents_paid > 0;
-- Reports read an index only, not the orders.
create index orders_for_figures on orders (channel_id, placed_at) include (number, points_paid, cents_paid);
create index orders_of_moment on orders (placed_at, (number::bigint))
  include (number, voucher_id, channel_id, points_paid, cents_paid);
-- Keys of earlier tables that refer to an order. The order is inserted last, so they are checked at the commit.
alter table stock_movement add constraint stock_movement_of_order
  foreign key (order_number, month) references orders (number, month) deferrable initially deferred;
alter table ledger add foreign key (order_number) references orders deferrable initially deferred;
alter table payment add foreign key (order_number) references orders deferrable initially deferred;

create table order_line (
  order_number text,
  line integer check (line > 0),
  spli_id text not null references offer,
  sku text not null references article,
  name text not null,
  brand text not null,
  picture text not null,
  delivery_info text not null,
  delivery_condition text not null check (delivery_condition in ('digital', 'monta', 'dropship')),
  points integer not null check (points >= 0),
  quantity integer not null check (quantity > 0),
  -- False for articles without a stock level: nothing was taken from stock.
  took_stock boolean not null,
  state text not null default 'placed' check (state in ('placed', 'released', 'shipped', 'delivered', 'cancelled')),
  -- Delivery is assumed and not proven, so the withdrawal period has not started.
  arrival_assumed boolean not null default false,
  -- The chosen variant, in the language of the order.
  variant text not null default '',
  month date not null default date_trunc('month', now() at time zone 'UTC')::date,
  voucher_id bigint,
  -- Null for orders from before this was stored.
  vat_country text,
  vat_bp integer check (vat_bp between 0 and 5000),
  -- The round in which the line goes to fulfilment: 0 with the order, later ones for replacements.
  round integer not null default 0 check (round >= 0),
  -- The line that this line was split from.
  split_from integer,
  primary key (order_number, line),
  constraint order_line_of_order foreign key (order_number, month) references orders (number, month),
  constraint order_line_assumes_only_suppliers
    check (not arrival_assumed or delivery_condition = 'dropship' and state = 'delivered'),
  constraint order_line_vat_whole check ((vat_country is null) = (vat_bp is null)),
  check (split_from < line)
);
create index on order_line (sku);
-- Read every few seconds, so it holds open lines only.
create index order_line_to_settle on order_line (order_number)
  where state = 'released' and delivery_condition in ('digital', 'dropship');
create index order_line_by_month on order_line using brin (month);
-- Reports read the gifts of a month from this index.
create index order_line_of_month on order_line (month, order_number) include (sku, quantity);

create table order_event (
  id bigserial,
  order_number text,
  type text not null,
  description text not null default '',
  -- The id of a warehouse message. A repeated message is stored once.
  source_id text,
  at timestamptz not null default now(),
  month date default date_trunc('month', now() at time zone 'UTC')::date,
  voucher_id bigint,
  staff_id bigint default acting_staff() references staff,
  primary key (order_number, id, month),
  constraint order_event_of_order foreign key (order_number, month) references orders (number, month)
) partition by range (month);
-- A message is about one order, so a repetition is in the same month.
create unique index order_event_source on order_event (source_id, month) where source_id is not null;

-- One row per cancelled order, in the transaction that returns points, money and stock.
create table order_cancellation (
  order_number text primary key references orders,
  -- 'reopened': the gifts went back into a cart. 'fell-away': no gift could be delivered.
  kind text not null check (kind in ('cancelled', 'reopened', 'fell-away')),
  cart_guid uuid references cart,
  -- Gifts of a reopened order that did not fit into the cart.
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  at timestamptz not null,
  voucher_id bigint,
  check ((kind = 'reopened') = (cart_guid is not null))
);
create index order_cancellation_by_moment on order_cancellation (at);

create table order_note (
  id bigint generated always as identity primary key,
  order_number text not null references orders,
  staff_id bigint not null references staff,
  body text not null check (body <> '' and length(body) <= 4000),
  at timestamptz not null
);
create index on order_note (order_number, at);

-- Short words that staff give an order, to find it again.
create table order_tag (
  order_number text references orders,
  tag text check (tag <> '' and length(tag) <= 40),
  staff_id bigint not null references staff,
  at timestamptz not null,
  primary key (order_number, tag)
);
create index on order_tag (tag);

-- Triggers

create trigger order_placed_to_webhooks after insert on orders
  for each row execute function order_to_webhooks();
create trigger order_moved_to_webhooks after update on orders for each row
  when (old.state <> new.state) execute function order_to_webhooks();
-- Later changes only erase personal data.
create trigger order_changed_to_webhooks after update of person, delivery on orders for each row
  when (old.state = 'placed' and new.state = 'placed' and (old.person <> new.person or old.delivery <> new.delivery))
  execute function order_to_webhooks();
create trigger order_line_voucher before insert or update on order_line
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create constraint trigger order_line_changed_to_webhooks after update on order_line deferrable initially deferred
  for each row when (old.sku <> new.sku or old.quantity <> new.quantity
    or old.state <> new.state and new.state = 'cancelled')
  execute function line_to_webhooks();
create trigger order_event_voucher before insert or update on order_event
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger order_cancellation_append_only before update or delete on order_cancellation
  for each row execute function append_only();
create constraint trigger cancellation_is_complete after insert on order_cancellation
  deferrable initially deferred for each row execute function cancellation_is_complete();
create trigger order_cancellation_voucher before insert on order_cancellation
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger order_note_append_only before update or delete on order_note
  for each row execute function facts_are_immutable('body');
