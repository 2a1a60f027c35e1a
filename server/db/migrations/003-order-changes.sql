-- What a holder does to an order after it was placed: undo it, and withdraw from it.

-- ── Undone orders ───────────────────────────────────────────────────────────────────────────────

-- One row an order that was undone, written in the transaction that gives everything back.
create table order_cancellation (
  order_number text primary key references orders,
  -- 'reopened': its gifts went back into a cart.
  kind text not null check (kind in ('cancelled', 'reopened')),
  cart_guid uuid references cart,
  -- Gifts of a reopened order that could not go back into the cart.
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  at timestamptz not null,
  check ((kind = 'reopened') = (cart_guid is not null))
);
create trigger order_cancellation_append_only before update or delete on order_cancellation
  for each row execute function append_only();

-- Money of an undone order goes back once.
create unique index one_refund_of_undone_order on refund (payment_key) where reason = 'order-undone';

-- Asked at the commit, when all of it has to have happened: nothing is undone by half.
create function cancellation_is_whole() returns trigger language plpgsql as $$
declare
  undone orders;
  points integer;
  cents integer;
begin
  select * into undone from orders where number = new.order_number;
  select coalesce(sum(ledger.points), 0) into points from ledger
    where ends_id = undone.capture_id and kind = 'refund';
  select coalesce(sum(refund.cents), 0) into cents from refund where payment_key = undone.payment_key;
  if undone.state <> 'cancelled' then
    raise exception 'order_cancellation: order % is %', new.order_number, undone.state
      using errcode = 'check_violation';
  end if;
  if points <> undone.points_paid or cents <> undone.cents_paid then
    raise exception 'order_cancellation: of order % not all was given back', new.order_number
      using errcode = 'check_violation';
  end if;
  if exists (select from order_line where order_number = new.order_number and state <> 'cancelled') then
    raise exception 'order_cancellation: order % has lines that are not cancelled', new.order_number
      using errcode = 'check_violation';
  end if;
  if exists (
    select from stock_move where order_number = new.order_number group by sku having sum(quantity) <> 0
  ) then
    raise exception 'order_cancellation: not every gift of order % is back', new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger cancellation_is_whole after insert on order_cancellation
  deferrable initially deferred for each row execute function cancellation_is_whole();

-- ── Withdrawals ─────────────────────────────────────────────────────────────────────────────────

-- That the holder has withdrawn is a fact from the moment it is told. Points and money follow when the
-- gifts have come back; what they will be is said here and on the receipt, and booked by staff.
create table withdrawal (
  number text primary key generated always as (order_number || '-W' || place::text) stored,
  order_number text not null references orders,
  place integer not null check (place > 0),
  -- The client's own: the same withdrawal told twice is one.
  key uuid not null,
  email text not null check (email <> ''),
  reason text not null default '',
  points integer not null check (points >= 0),
  points_to_credit integer not null check (points_to_credit >= 0),
  cents_to_credit integer not null check (cents_to_credit >= 0),
  at timestamptz not null,
  unique (order_number, place),
  unique (order_number, key),
  -- 1 point = 5 EUR, as in orders.
  check (points_to_credit * 500 + cents_to_credit = points * 500)
);
create table withdrawal_line (
  withdrawal_number text not null references withdrawal,
  order_number text not null,
  line integer not null,
  quantity integer not null check (quantity > 0),
  primary key (withdrawal_number, line),
  foreign key (order_number, line) references order_line
);
create index on withdrawal_line (order_number, line);
create trigger withdrawal_append_only before update or delete on withdrawal
  for each row execute function append_only();
create trigger withdrawal_line_append_only before update or delete on withdrawal_line
  for each row execute function append_only();

create function withdrawal_within_line() returns trigger language plpgsql as $$
declare
  bought integer;
  withdrawn integer;
begin
  -- The lock makes two withdrawals from one line wait for each other.
  select quantity into bought from order_line
    where order_number = new.order_number and line = new.line and state <> 'cancelled' for update;
  select coalesce(sum(quantity), 0) into withdrawn from withdrawal_line
    where order_number = new.order_number and line = new.line;
  if bought is null or withdrawn + new.quantity > bought then
    raise exception 'withdrawal_line: more than was ordered' using errcode = 'check_violation';
  end if;
  if not exists (
    select from withdrawal where number = new.withdrawal_number and order_number = new.order_number
  ) then
    raise exception 'withdrawal_line: line of another order' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_within_line before insert on withdrawal_line
  for each row execute function withdrawal_within_line();

-- Asked at the commit: a receipt that says another sum than its lines, or more than was paid, is none.
create function withdrawal_adds_up() returns trigger language plpgsql as $$
declare
  lines integer;
begin
  select coalesce(sum(order_line.points * withdrawal_line.quantity), 0) into lines
    from withdrawal_line join order_line using (order_number, line)
    where withdrawal_number = new.number;
  if lines <> new.points then
    raise exception 'withdrawal: % is of % points, its lines of %', new.number, new.points, lines
      using errcode = 'check_violation';
  end if;
  if exists (
    select from withdrawal join orders on orders.number = order_number
    where order_number = new.order_number group by orders.number
    having sum(points_to_credit) > points_paid or sum(cents_to_credit) > cents_paid
  ) then
    raise exception 'withdrawal: of order % more would be given back than was paid', new.order_number
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger withdrawal_adds_up after insert on withdrawal
  deferrable initially deferred for each row execute function withdrawal_adds_up();

-- ── Mails of an order ───────────────────────────────────────────────────────────────────────────

-- 'number' or 'number:what': the order page lists them by the number.
create index mail_about on mail (split_part(subject_id, ':', 1));
