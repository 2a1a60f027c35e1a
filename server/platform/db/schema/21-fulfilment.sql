-- Parcels, suppliers and purchase orders.

create table parcel (
  order_number text,
  code text,
  link text,
  carrier text not null default '',
  month date default date_trunc('month', now() at time zone 'UTC')::date,
  voucher_id bigint,
  round integer not null default 0,
  state text not null default 'sent' check (state in ('sent', 'delivered', 'lost', 'refused')),
  -- Null: sent before this was stored.
  sent_at timestamptz,
  delivered_at timestamptz,
  -- Since when it has this state.
  state_at timestamptz,
  -- The state that the carrier reported last. A repeated report changes nothing, even after a correction.
  carrier_state text not null default 'sent' check (carrier_state in ('sent', 'delivered', 'lost', 'refused')),
  primary key (order_number, code, month),
  constraint parcel_of_order foreign key (order_number, month) references orders (number, month)
) partition by range (month);
create index parcel_by_state on parcel (state, sent_at, order_number, code) where sent_at is not null;

create table parcel_line (
  order_number text,
  month date,
  voucher_id bigint,
  code text,
  line integer,
  quantity integer not null check (quantity > 0),
  primary key (order_number, code, line, month),
  constraint parcel_line_of_order foreign key (order_number, month) references orders (number, month),
  constraint parcel_line_of_line foreign key (order_number, line) references order_line
) partition by range (month);
create index on parcel_line (order_number, line);

create table supplier (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email like '%_@_%'),
  language text not null default 'nl' check (language = any (known_languages())),
  -- 'csv': no mail. Staff download the orders as a file and enter the answers.
  way text not null default 'mail' check (way in ('mail', 'csv')),
  remind_days integer not null default 3 check (remind_days between 1 and 30),
  version integer not null default 1
);
alter table brand add foreign key (supplier_id) references supplier;

-- An order to a supplier, who opens it by a link without an account. Decision 021.
create table purchase_order (
  number text generated always as (order_number || '-P' || place::text) stored primary key,
  order_number text not null references orders,
  voucher_id bigint not null references voucher,
  place integer not null check (place > 0),
  supplier_id bigint not null references supplier,
  -- The fulfilment attempt of its order lines.
  round integer not null check (round >= 0),
  made_at timestamptz not null,
  confirmed_at timestamptz,
  -- The link expires thirty days later.
  last_step_at timestamptz not null,
  remind_at timestamptz,
  reminded integer not null default 0 check (reminded between 0 and 2),
  unique (order_number, place),
  unique (order_number, supplier_id, round)
);
create index on purchase_order (supplier_id, made_at);
create index purchase_order_to_remind on purchase_order (remind_at) where remind_at is not null;

create table purchase_order_line (
  number text references purchase_order,
  order_number text not null,
  line integer,
  -- As it was ordered. A later replacement is another order line.
  name text not null,
  variant text not null,
  sku text not null,
  quantity integer not null check (quantity > 0),
  state text not null default 'open' check (state in ('open', 'sent', 'declined', 'gone')),
  reason text not null default '',
  parcel_code text,
  at timestamptz,
  primary key (number, line),
  foreign key (order_number, line) references order_line,
  check ((state = 'sent') = (parcel_code is not null)),
  check (state <> 'declined' or reason <> '')
);
create index on purchase_order_line (order_number, line);
create index purchase_order_line_open on purchase_order_line (number) where state = 'open';

-- Every link that was sent. Only the newest one works.
create table purchase_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  number text not null references purchase_order,
  place integer not null check (place > 0),
  made_at timestamptz not null,
  unique (number, place)
);
create index purchase_link_by_moment on purchase_link (made_at);

-- Triggers

create trigger parcel_voucher before insert or update on parcel
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger parcel_sent_to_webhooks after insert on parcel
  for each row execute function parcel_to_webhooks();
create trigger parcel_moved_to_webhooks after update on parcel for each row
  when (old.state <> new.state) execute function parcel_to_webhooks();
create trigger parcel_within_line before insert or update on parcel_line
  for each row execute function parcel_within_line();
create trigger parcel_line_voucher before insert or update on parcel_line
  for each row when (new.voucher_id is null) execute function voucher_of_order();
create trigger purchase_line_reply_is_final before update on purchase_order_line
  for each row execute function purchase_line_reply_is_final();
