-- No unit is credited twice, and a withdrawn unit only by its withdrawal.
create or replace function credit_within_line() returns trigger language plpgsql as $$
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

-- Checked at commit, when everything must be complete: lines, points, money and VAT of a credit belong together, and
-- the total refunded never exceeds the amount paid.
create or replace function credit_adds_up() returns trigger language plpgsql as $$
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
  if exists (
    select from credit_vat back join credit on credit.number = back.credit_number
      left join vat_of_order(new.order_number) paid on paid.country = back.country and paid.bp = back.bp
    where credit.order_number = new.order_number
    group by back.country, back.bp, paid.cents, paid.vat_cents
    having sum(back.cents) > coalesce(paid.cents, 0) or sum(back.vat_cents) > coalesce(paid.vat_cents, 0))
  then
    raise exception 'credit: of order % more would be given back at one rate of VAT than was charged', new.order_number
      using errcode = 'check_violation';
  end if;
  if sums.points > (
    select coalesce(sum(points), 0) from ledger where ends_id = sold.capture_id and kind = 'refund')
  then
    raise exception 'credit: the points of % are not in the balance', new.number using errcode = 'check_violation';
  end if;
  if new.cents_sent <> coalesce((
    select cents from refund where credit_number = new.number and repeats is null), 0)
  then
    raise exception 'credit: the money of % is not on its way', new.number using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What a holder withdraws from was not credited otherwise.
create or replace function withdrawal_beside_credits() returns trigger language plpgsql as $$
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

create or replace function erase_credits(p_numbers text[]) returns void language plpgsql as $$
begin
  update withdrawal set email = '', reason = '' where order_number = any(p_numbers);
  update withdrawal_return set note = '' from withdrawal
    where number = withdrawal_number and order_number = any(p_numbers);
  update credit set note = '' where order_number = any(p_numbers);
  update credit_proposal set note = '' where order_number = any(p_numbers);
end $$;
