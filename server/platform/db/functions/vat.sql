-- The VAT rate of a goods class in a country on a day, in hundredths of a percent. Null without a stored rate.
create or replace function vat_rate_of(p_country text, p_class text, p_day date) returns integer language sql stable as $$
  select bp from vat_rate where country = p_country and class = p_class and from_date <= p_day
  order by from_date desc limit 1
$$;

-- The day of an order in the time zone of its channel, as in reports. A rate starts at midnight there.
create or replace function vat_day(p_at timestamptz, p_channel text) returns date language sql stable as $$
  select (p_at at time zone time_zone)::date from channel where id = p_channel
$$;

-- The country whose VAT applies: the destination, or the channel's first country if everything is sent by email.
create or replace function vat_country(p_delivery jsonb, p_channel text) returns text language sql stable as $$
  select coalesce(p_delivery -> 'point' -> 'address' ->> 'country', p_delivery -> 'address' ->> 'country',
    (select countries[1] from channel where id = p_channel))
$$;

-- The VAT in an amount that includes it: domain/finance/vat-amounts.ts has the formula, and known-values.test.ts compares both.
create or replace function vat_within(cents bigint, bp integer) returns bigint language sql immutable parallel safe as $$
  select (2 * cents * bp + 10000 + bp) / (2 * (10000 + bp))
$$;

-- The part of an amount that a line has by its points: what is due with it less what was due before it. The parts of
-- all lines are the amount. eurosByLine() of domain/finance/vat-amounts.ts has the formula, and known-values.test.ts compares
-- both.
create or replace function share_of_line(p_cents integer, p_with bigint, p_own integer, p_whole integer) returns bigint
language sql immutable parallel safe as $$
  select p_cents * p_with / p_whole - p_cents * (p_with - p_own) / p_whole
$$;

-- The euros of an order by country and rate, and the VAT in them.
create or replace function vat_of_order(p_number text) returns table (country text, bp integer, cents integer, vat_cents integer)
language sql stable as $$
  select shares.vat_country, shares.vat_bp, sum(share)::integer,
    vat_within(sum(share)::bigint, shares.vat_bp)::integer
  from (
    select vat_country, vat_bp,
      share_of_line(cents_paid, sum(points * quantity) over (order by coalesce(split_from, line), line),
        points * quantity, total_points) as share
    from order_line join orders on number = order_number
    where order_number = p_number and cents_paid > 0
  ) shares
  where shares.vat_bp is not null
  group by shares.vat_country, shares.vat_bp having sum(share) > 0
$$;
