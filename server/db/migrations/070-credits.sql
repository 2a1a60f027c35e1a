-- What is given back for gifts after they were ordered: one thing for whatever the reason is. Decision 046.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table channel, refund, stock_move, withdrawal_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- What goes back first where both were paid.
alter table channel add column credit_first text not null default 'card' check (credit_first in ('card', 'points'));

-- Gifts that come back after they left. Partitions have checks of their own names.
do $$
declare
  part text;
  named text;
begin
  for part, named in
    select conrelid::regclass::text, conname from pg_constraint
    where contype = 'c' and conparentid = 0 and pg_get_constraintdef(oid) like '%reason%'
      and conrelid in (select relid from pg_partition_tree('stock_move') union select 'stock_move'::regclass)
    order by (conrelid = 'stock_move'::regclass) desc
  loop
    if exists (select from pg_constraint where conrelid = part::regclass and conname = named) then
      execute format('alter table %s drop constraint %I', part, named);
    end if;
  end loop;
end $$;
alter table stock_move
  add constraint stock_move_reason check (reason in ('count', 'order', 'cancel', 'return', 'adjust', 'damaged')),
  add constraint stock_move_about check (reason = 'damaged' or (reason in ('count', 'adjust')) = (order_number is null));

create table credit_proposal (
  id uuid primary key default gen_random_uuid(),
  order_number text not null references orders,
  withdrawal_number text references withdrawal,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  goods text not null check (goods in ('none', 'shelf', 'written-off')),
  reason text not null check (reason ~ '^[a-z]+(-[a-z]+)*$'),
  note text not null default '',
  points integer not null check (points > 0),
  points_back integer not null check (points_back >= 0),
  cents_back integer not null check (cents_back >= 0),
  cents_sent integer not null check (cents_sent between 0 and cents_back),
  vat_back integer not null check (vat_back between 0 and cents_back),
  -- How the order stood: it is booked on no other.
  stood jsonb not null,
  made_by bigint not null references staff,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  check (points_back * 500 + cents_back = points * 500)
);
create index on credit_proposal (order_number);
create index on credit_proposal (expires_at);

create table credit (
  number text primary key generated always as (order_number || '-C' || place::text) stored,
  order_number text not null references orders,
  place integer not null check (place > 0),
  -- 'cancel': the whole of it before anything was sent for.
  kind text not null check (kind in ('refund', 'cancel', 'withdrawal')),
  -- A proposal is booked once, a withdrawal credited once.
  proposal_id uuid not null unique references credit_proposal,
  withdrawal_number text unique references withdrawal,
  goods text not null check (goods in ('none', 'shelf', 'written-off')),
  reason text not null,
  note text not null default '',
  points integer not null check (points > 0),
  points_back integer not null check (points_back >= 0),
  cents_back integer not null check (cents_back >= 0),
  -- Less where a bank or somebody at the provider had given some of it back already.
  cents_sent integer not null check (cents_sent between 0 and cents_back),
  vat_back integer not null check (vat_back between 0 and cents_back),
  staff_id bigint not null references staff,
  approval_id bigint references approval,
  at timestamptz not null,
  unique (order_number, place),
  check (points_back * 500 + cents_back = points * 500),
  check ((kind = 'withdrawal') = (withdrawal_number is not null))
);
create index on credit (at);
create table credit_line (
  credit_number text not null references credit,
  order_number text not null,
  line integer not null,
  quantity integer not null check (quantity > 0),
  primary key (credit_number, line),
  foreign key (order_number, line) references order_line
);
create index on credit_line (order_number, line);
-- What goes back of each rate, so that a day's report is a sum.
create table credit_vat (
  credit_number text not null references credit,
  country text not null,
  bp integer not null,
  cents integer not null check (cents >= 0),
  vat_cents integer not null check (vat_cents >= 0),
  primary key (credit_number, country, bp)
);

alter table refund add column credit_number text references credit;
-- A credit sends its money once; again only where that failed.
create unique index one_refund_of_credit on refund (credit_number) where credit_number is not null and repeats is null;
alter table refund add constraint refund_of_credit check ((reason = 'credit') = (credit_number is not null));

-- No piece is credited twice, and none that its holder has withdrawn but by that withdrawal.
create function credit_within_line() returns trigger language plpgsql as $$
declare
  bought integer;
  credited integer;
  withdrawn integer;
  of_withdrawal text;
begin
  select withdrawal_number into of_withdrawal from credit
    where number = new.credit_number and order_number = new.order_number;
  if not found then
    raise exception 'credit_line: line of another order' using errcode = 'check_violation';
  end if;
  -- The lock makes two credits of one line wait for each other, and a credit for a withdrawal.
  select quantity into bought from order_line
    where order_number = new.order_number and line = new.line for update;
  select coalesce(sum(quantity), 0) into credited from credit_line
    where order_number = new.order_number and line = new.line;
  select coalesce(sum(quantity), 0) into withdrawn from withdrawal_line
    where order_number = new.order_number and line = new.line and withdrawal_number is distinct from of_withdrawal
      and not exists (select from credit where credit.withdrawal_number = withdrawal_line.withdrawal_number);
  if bought is null or credited + withdrawn + new.quantity > bought then
    raise exception 'credit_line: more than was ordered' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Asked at the commit, when all of it has to have happened: the lines, the points, the money and the VAT of a credit are
-- one thing, and together no more goes back than was paid.
create function credit_adds_up() returns trigger language plpgsql as $$
declare
  lines integer;
  sold orders;
  sums record;
begin
  select coalesce(sum(order_line.points * credit_line.quantity), 0) into lines
    from credit_line join order_line using (order_number, line) where credit_number = new.number;
  if lines <> new.points then
    raise exception 'credit: % is of % points, its lines of %', new.number, new.points, lines
      using errcode = 'check_violation';
  end if;
  select * into sold from orders where number = new.order_number;
  select sum(points_back) as points, sum(cents_back) as cents, sum(vat_back) as vat into sums
    from credit where order_number = new.order_number;
  if sums.points > sold.points_paid or sums.cents > sold.cents_paid
    or sums.vat > coalesce((select sum(vat_cents) from vat_of_order(new.order_number)), 0)
  then
    raise exception 'credit: of order % more would be given back than was paid', new.order_number
      using errcode = 'check_violation';
  end if;
  if sums.points > (
    select coalesce(sum(points), 0) from ledger where ends_id = sold.capture_id and kind = 'refund')
  then
    raise exception 'credit: the points of % are not in the purse', new.number using errcode = 'check_violation';
  end if;
  if new.cents_sent <> coalesce((
    select cents from refund where credit_number = new.number and repeats is null), 0)
  then
    raise exception 'credit: the money of % is not on its way', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What a holder withdraws from was not credited otherwise.
create function withdrawal_beside_credits() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(credit_line.quantity), 0) from credit_line join credit on number = credit_number
      where credit_line.order_number = new.order_number and credit_line.line = new.line and withdrawal_number is null)
    + (select sum(quantity) from withdrawal_line where order_number = new.order_number and line = new.line)
    > (select quantity from order_line where order_number = new.order_number and line = new.line)
  then
    raise exception 'withdrawal_line: was credited already' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create trigger credit_append_only before update or delete on credit for each row execute function append_only();
create trigger credit_line_append_only before update or delete on credit_line for each row execute function append_only();
create trigger credit_vat_append_only before update or delete on credit_vat for each row execute function append_only();
create trigger credit_proposal_fixed before update on credit_proposal for each row execute function append_only();
create trigger credit_within_line before insert on credit_line for each row execute function credit_within_line();
create constraint trigger credit_adds_up after insert on credit
  deferrable initially deferred for each row execute function credit_adds_up();
create trigger withdrawal_beside_credits after insert on withdrawal_line
  for each row execute function withdrawal_beside_credits();

-- The texts of it, where a shop has begun and says nothing in their place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', '', 'text', 'eventCredited', 'Teruggegeven', 'Given back', 'Erstattet', 'Remboursé'),
  ('confirmationpagecomponents', '', 'text', 'mailOrderCredited', 'Bericht over wat je terugkrijgt', 'Message about what you get back', 'Nachricht über die Erstattung', 'Message sur ce qui vous est rendu');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
