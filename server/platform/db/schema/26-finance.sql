-- VAT rates and the reported months of the books. Decision 004.

-- VAT rates by country, class and first day.
create table vat_rate (
  country text check (country ~ '^[A-Z]{2}$'),
  class text check (class = any (vat_classes())),
  from_date date,
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

-- Reviews of VAT rates with their source. A rate without a review is marked.
create table vat_rate_review (
  id bigint generated always as identity primary key,
  country text not null,
  class text not null,
  from_date date not null,
  -- The reviewed rate. The review does not cover another rate.
  bp integer not null,
  source text not null check (source <> '' and length(source) <= 500),
  staff_id bigint not null references staff,
  at timestamptz not null
);
create index on vat_rate_review (country, class, from_date);

-- The nightly check of the books, which one process runs.
create table nightly_check (
  day date primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  findings integer check (findings >= 0)
);

-- A reported month. It never changes: later corrections are part of a later month.
create table accounting_month (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  staff_id bigint not null references staff,
  note text not null default '',
  -- The hash of all its rows.
  seal text not null check (seal ~ '^[0-9a-f]{64}$')
);

create table accounting_payment (
  month date references accounting_month deferrable initially deferred,
  -- The month of the events: the same month, or an earlier one that is corrected.
  of_month date,
  provider text,
  channel_id text,
  paid bigint not null,
  ordered bigint not null,
  stray bigint not null,
  refunded bigint not null,
  charged_back bigint not null,
  primary key (month, of_month, provider, channel_id),
  check (of_month <= month and extract(day from of_month) = 1)
);
create index on accounting_payment (of_month);

create table accounting_vat (
  month date references accounting_month deferrable initially deferred,
  of_month date,
  channel_id text,
  country text,
  bp integer,
  cents bigint not null,
  vat_cents bigint not null,
  cents_back bigint not null,
  vat_back bigint not null,
  primary key (month, of_month, channel_id, country, bp),
  check (of_month <= month and extract(day from of_month) = 1)
);
create index on accounting_vat (of_month);

-- Triggers

create trigger vat_rate_review_append_only before update or delete on vat_rate_review
  for each row execute function append_only();
create trigger accounting_month_append_only before update or delete on accounting_month
  for each row execute function append_only();
create trigger accounting_payment_open before insert on accounting_payment
  for each row execute function accounting_month_is_open();
create trigger accounting_payment_append_only before update or delete on accounting_payment
  for each row execute function append_only();
create trigger accounting_vat_open before insert on accounting_vat for each row execute function accounting_month_is_open();
create trigger accounting_vat_append_only before update or delete on accounting_vat
  for each row execute function append_only();
