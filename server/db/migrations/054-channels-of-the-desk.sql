-- A channel that is being made, or that was closed, lets no holder in; those that there are, are open.
alter table channel add column state text not null default 'open' check (state in ('making', 'open', 'closed'));
-- Of what is changed at the desk without a release: hosts, clocks, state.
alter table channel add column settings_version integer not null default 1;
alter table channel add column changed_at timestamptz;
-- What kind of voucher it gives is decided by an owner, on the word of an adviser; null: by nobody yet.
alter table channel add column voucher_vat text check (voucher_vat in ('single', 'multi'));
alter table channel add column voucher_vat_adviser text not null default '';
alter table channel add column voucher_vat_by bigint references staff;
alter table channel add column voucher_vat_at timestamptz;
alter table channel add constraint voucher_vat_has_its_owner
  check ((voucher_vat is null) = (voucher_vat_by is null) and (voucher_vat is null) = (voucher_vat_at is null)
    and (voucher_vat is null or voucher_vat_adviser <> ''));
