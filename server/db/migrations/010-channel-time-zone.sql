-- Days are the channel's days: what 'until 31 December' means is said by its clocks.
alter table channel add column time_zone text not null default 'Europe/Amsterdam'
  check (time_zone ~ '^(UTC|[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)+)$');

-- What vouchers began and ended with before their days were put right below: nothing is moved without a trace.
create table voucher_days_before (
  voucher_id bigint primary key references voucher,
  valid_from timestamptz not null,
  valid_until timestamptz not null
);
