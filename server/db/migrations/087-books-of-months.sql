-- Months of the books, frozen as they were reported; and who looked at which rate of VAT. Decision 054.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table orders, order_cancellation, chargeback, refund, vat_rate in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- A day or a month of the card's money without the orders that points alone paid.
create index orders_by_card on orders (placed_at) where cents_paid > 0;
create index order_cancellation_by_moment on order_cancellation (at);
create index chargeback_by_moment on chargeback (at);

-- Somebody looked at a rate, and where. What was not looked at is shown so.
create table vat_rate_check (
  id bigint generated always as identity primary key,
  country text not null,
  class text not null,
  from_date date not null,
  -- As it was when they looked: of another number nobody has said anything.
  bp integer not null,
  source text not null check (source <> '' and length(source) <= 500),
  staff_id bigint not null references staff,
  at timestamptz not null,
  foreign key (country, class, from_date) references vat_rate
);
create index on vat_rate_check (country, class, from_date);
create trigger vat_rate_check_append_only before update or delete on vat_rate_check
  for each row execute function append_only();

-- A month as it was reported. It stays so: what comes later for it stands in a later one, under its own name.
create table books_month (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  staff_id bigint not null references staff,
  note text not null default '',
  -- Of all its rows.
  seal text not null check (seal ~ '^[0-9a-f]{64}$')
);
create table books_money (
  month date not null references books_month deferrable initially deferred,
  -- The month in which it happened: the same, or an earlier one that is corrected.
  of_month date not null check (of_month <= month and extract(day from of_month) = 1),
  provider text not null,
  channel_id text not null,
  paid bigint not null,
  ordered bigint not null,
  stray bigint not null,
  refunded bigint not null,
  charged_back bigint not null,
  primary key (month, of_month, provider, channel_id)
);
create table books_vat (
  month date not null references books_month deferrable initially deferred,
  of_month date not null check (of_month <= month and extract(day from of_month) = 1),
  channel_id text not null,
  country text not null,
  bp integer not null,
  cents bigint not null,
  vat_cents bigint not null,
  cents_back bigint not null,
  vat_back bigint not null,
  primary key (month, of_month, channel_id, country, bp)
);
create index on books_money (of_month);
create index on books_vat (of_month);

create function books_are_open() returns trigger language plpgsql as $$
begin
  if exists (select from books_month where month = new.month) then
    raise exception 'books: % is closed', to_char(new.month, 'YYYY-MM') using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger books_money_open before insert on books_money for each row execute function books_are_open();
create trigger books_vat_open before insert on books_vat for each row execute function books_are_open();
create trigger books_month_append_only before update or delete on books_month for each row execute function append_only();
create trigger books_money_append_only before update or delete on books_money for each row execute function append_only();
create trigger books_vat_append_only before update or delete on books_vat for each row execute function append_only();
