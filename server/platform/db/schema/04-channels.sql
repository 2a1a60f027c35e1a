-- Channels, their hosts, and the staff who work in them.

create table channel (
  id text primary key check (id ~ '^[0-9]{1,10}$'),
  name text not null check (name <> ''),
  main_site boolean not null default false,
  -- Where the browser goes after login. Empty: it stays on the same site.
  website_url text not null default '',
  default_language text not null default 'nl' check (default_language = any (known_languages())),
  can_buy_points boolean not null default true,
  continue_shipping boolean not null default true,
  home_delivery_allowed boolean not null default true,
  split_shipment_allowed boolean not null default true,
  skip_cart_overlay boolean not null default false,
  no_quantity_adjustment boolean not null default false,
  no_filter boolean not null default false,
  use_chatbot boolean not null default false,
  blur_category_images boolean not null default false,
  logo text not null default '',
  theme_options jsonb not null default '[]' check (jsonb_typeof(theme_options) = 'array'),
  undo_minutes integer not null default 30 check (undo_minutes between 0 and 1440),
  countries text[] not null default '{NL}',
  -- The company behind the shop, and the organisation that gives the gifts. The database needs no structure in
  -- them.
  company jsonb not null default '{}',
  organisation jsonb not null default '{}',
  settings jsonb not null default '{}',
  -- 'Until 31 December' ends at midnight in this time zone.
  time_zone text not null default 'Europe/Amsterdam'
    check (time_zone ~ '^(UTC|[A-Z][A-Za-z0-9_+-]*(/[A-Z][A-Za-z0-9_+-]*)+)$'),
  -- A supplier's gift counts as delivered this many days after the order went to the supplier.
  supplier_days integer not null default 14 check (supplier_days between 1 and 365),
  row_version bigint not null default nextval('row_version'),
  -- The version of each changed field, by the names of channel_fields().
  field_versions jsonb not null default '{}',
  -- Recipients can log in to an open channel only.
  state text not null default 'open' check (state in ('making', 'open', 'closed')),
  -- The version of the settings that change without a release: hosts, time zone, state.
  settings_version integer not null default 1,
  changed_at timestamptz,
  -- The VAT type of the vouchers, decided by an owner on the advice of a named adviser. Null: not decided.
  voucher_vat text check (voucher_vat in ('single', 'multi')),
  voucher_vat_adviser text not null default '',
  voucher_vat_by bigint references staff,
  voucher_vat_at timestamptz,
  -- Which part is refunded first when an order was paid with points and card.
  credit_first text not null default 'card' check (credit_first in ('card', 'points')),
  -- When a withdrawal is credited automatically: when the gifts are back, or on the last day that the law
  -- allows.
  withdrawal_credit text not null default 'goods-back' check (withdrawal_credit in ('goods-back', 'legal-day')),
  -- How many days a holder has to choose a replacement, and what a lost parcel leads to.
  replacement_days integer not null default 7 check (replacement_days between 1 and 90),
  undeliverable_parcel text not null default 'choose-again' check (undeliverable_parcel in ('choose-again', 'person')),
  -- Whether holders get a mail when their points expire.
  expiry_notice boolean not null default true,
  logo_alt jsonb not null default '{}' check (jsonb_typeof(logo_alt) = 'object'),
  -- Languages that a channel offers. Its default language is always offered.
  offered_languages text[] not null default '{nl,en}',
  constraint voucher_vat_has_its_owner
    check ((voucher_vat is null) = (voucher_vat_by is null) and (voucher_vat is null) = (voucher_vat_at is null)
      and (voucher_vat is null or voucher_vat_adviser <> '')),
  constraint channel_offered_languages_known check (offered_languages <@ known_languages())
);
create unique index one_main_site on channel (main_site) where main_site;
create index channel_by_logo on channel (left(logo, 32)) where logo <> '';

create table channel_host (
  host text primary key check (host = lower(host) and host <> ''),
  channel_id text not null references channel on delete cascade
);
create index on channel_host (channel_id);

-- The channels that a staff member sees. Owners see all of them.
create table staff_channel (
  staff_id bigint references staff,
  channel_id text references channel,
  primary key (staff_id, channel_id)
);
create index on staff_channel (channel_id);

-- Triggers

create trigger channel_version_moves before update on channel
  for each row execute function next_channel_version();
