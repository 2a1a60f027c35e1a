-- VAT: rates with their dates by country and class, the class of an article, and rate and country as they were on each
-- line of an order. Decision 046.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table article, order_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

create table vat_rate (
  country text not null check (country ~ '^[A-Z]{2}$'),
  class text not null check (class in ('standard', 'reduced', 'zero')),
  from_date date not null,
  -- Hundredths of a percent.
  bp integer not null check (bp between 0 and 5000),
  primary key (country, class, from_date),
  check ((class = 'zero') = (bp = 0))
);
insert into vat_rate (country, class, from_date, bp) values
  ('NL', 'standard', '2019-01-01', 2100),
  ('NL', 'reduced', '2019-01-01', 900),
  ('NL', 'zero', '1990-01-01', 0),
  ('DE', 'standard', '2021-01-01', 1900),
  ('DE', 'reduced', '2021-01-01', 700),
  ('DE', 'zero', '1990-01-01', 0),
  ('FR', 'standard', '2014-01-01', 2000),
  ('FR', 'reduced', '2014-01-01', 550),
  ('FR', 'zero', '1990-01-01', 0),
  ('BE', 'standard', '1996-01-01', 2100),
  ('BE', 'reduced', '1996-01-01', 600),
  ('BE', 'zero', '1990-01-01', 0),
  ('LU', 'standard', '2024-01-01', 1700),
  ('LU', 'reduced', '2024-01-01', 800),
  ('LU', 'zero', '1990-01-01', 0),
  ('ES', 'standard', '2012-09-01', 2100),
  ('ES', 'reduced', '2012-09-01', 1000),
  ('ES', 'zero', '1990-01-01', 0),
  ('AT', 'standard', '2016-01-01', 2000),
  ('AT', 'reduced', '2016-01-01', 1000),
  ('AT', 'zero', '1990-01-01', 0),
  ('IT', 'standard', '2013-10-01', 2200),
  ('IT', 'reduced', '2013-10-01', 1000),
  ('IT', 'zero', '1990-01-01', 0),
  ('PL', 'standard', '2011-01-01', 2300),
  ('PL', 'reduced', '2011-01-01', 800),
  ('PL', 'zero', '1990-01-01', 0);

alter table article add column vat_class text not null default 'standard'
  check (vat_class in ('standard', 'reduced', 'zero'));
-- Null on what was ordered before this was kept: nobody knows it any more.
alter table order_line add column vat_country text, add column vat_bp integer check (vat_bp between 0 and 5000),
  add constraint order_line_vat_whole check ((vat_country is null) = (vat_bp is null));

-- What holds in a country on a day for a class of goods, in hundredths of a percent; null where nobody has said it.
create function vat_bp(p_country text, p_class text, p_day date) returns integer language sql stable as $$
  select bp from vat_rate where country = p_country and class = p_class and from_date <= p_day
  order by from_date desc limit 1
$$;

-- Where it goes decides; what goes nowhere counts where its channel's holders live.
create function vat_country(p_delivery jsonb, p_channel text) returns text language sql stable as $$
  select coalesce(p_delivery -> 'point' -> 'address' ->> 'country', p_delivery -> 'address' ->> 'country',
    (select countries[1] from channel where id = p_channel))
$$;

-- The euros of an order by country and rate, and the VAT in them. Its lines share the euros by their points, each what
-- is due up to it less what was due before it: nothing is left over. domain/vat.ts counts the same. Decision 046.
create function vat_of_order(p_number text) returns table (country text, bp integer, cents integer, vat_cents integer)
language sql stable as $$
  select shares.vat_country, shares.vat_bp, sum(share)::integer,
    ((2 * sum(share)::bigint * shares.vat_bp + 10000 + shares.vat_bp) / (2 * (10000 + shares.vat_bp)))::integer
  from (
    select vat_country, vat_bp,
      cents_paid::bigint * sum(points * quantity) over (order by line) / total_points
        - cents_paid::bigint * (sum(points * quantity) over (order by line) - points * quantity) / total_points as share
    from order_line join orders on number = order_number
    where order_number = p_number and cents_paid > 0
  ) shares
  where shares.vat_bp is not null
  group by shares.vat_country, shares.vat_bp having sum(share) > 0
$$;

-- The texts of it, where a shop has begun and says nothing in their place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', '', 'text', 'vatIncluded', 'Waarvan btw', 'Of which VAT', 'Davon MwSt.', 'Dont TVA'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'vatIncluded', 'Waarvan btw', 'Of which VAT', 'Davon MwSt.', 'Dont TVA');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
