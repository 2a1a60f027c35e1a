-- Suppliers without accounts: what each is asked for, by a link that opens one order. Decision 056.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table brand, order_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

create table supplier (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email like '%_@_%'),
  language text not null default 'nl' check (language in ('nl', 'en', 'de', 'fr')),
  -- 'csv': no mail goes; its orders are taken from the desk as a file, and answered there.
  way text not null default 'mail' check (way in ('mail', 'csv')),
  remind_days integer not null default 3 check (remind_days between 1 and 30),
  version integer not null default 1
);
alter table brand add column supplier_id bigint references supplier;
create index on brand (supplier_id) where supplier_id is not null;

create table purchase_order (
  number text primary key generated always as (order_number || '-P' || place::text) stored,
  order_number text not null references orders,
  voucher_id bigint not null references voucher,
  place integer not null check (place > 0),
  supplier_id bigint not null references supplier,
  -- With which of several askings of its order it goes.
  round integer not null check (round >= 0),
  made_at timestamptz not null,
  confirmed_at timestamptz,
  -- Thirty days after it the link opens nothing any more.
  last_step_at timestamptz not null,
  remind_at timestamptz,
  reminded integer not null default 0 check (reminded between 0 and 2),
  unique (order_number, place),
  unique (order_number, supplier_id, round)
);
create index on purchase_order (supplier_id, made_at);
create index purchase_order_to_remind on purchase_order (remind_at) where remind_at is not null;

create table purchase_order_line (
  number text not null references purchase_order,
  order_number text not null,
  line integer not null,
  -- As it was asked for: what is chosen later in its place is another supplier's business.
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

-- Each link that was sent; the newest one opens it.
create table purchase_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  number text not null references purchase_order,
  place integer not null check (place > 0),
  made_at timestamptz not null,
  unique (number, place)
);

-- What was answered stays answered.
create function purchase_line_answered_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'purchase_order_line: was answered already' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger purchase_line_answered_once before update on purchase_order_line
  for each row execute function purchase_line_answered_once();
