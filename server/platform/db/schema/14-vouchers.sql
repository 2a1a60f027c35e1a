-- Batches, vouchers, their balances and the ledger of points.

create table voucher_batch (
  id bigint generated always as identity primary key,
  channel_id text not null references channel,
  points integer not null check (points >= 0),
  check_character boolean not null default true,
  note text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  campaign_id bigint references campaign,
  staff_id bigint references staff,
  -- Also for vouchers that are added later.
  valid_from timestamptz not null default '-infinity',
  valid_until timestamptz not null default 'infinity',
  -- The reason for a validity below the usual minimum.
  short_reason text not null default '',
  sender_name text not null default '',
  sender_message text not null default '',
  sender_image text references picture,
  exported_at timestamptz,
  exported_by bigint references staff,
  undone_at timestamptz,
  -- When the mails with the codes are sent. Null: the codes are handed out in another way.
  send_at timestamptz,
  -- Null: the days of the campaign. 0: never.
  remind_days integer check (remind_days between 0 and 365),
  reminded_at timestamptz,
  version integer not null default 1,
  send_per_minute integer not null default 60 check (send_per_minute between 1 and 600),
  send_by bigint references staff,
  send_paused_at timestamptz,
  -- When no mail of the batch was waiting any more.
  send_ended_at timestamptz,
  -- The sender's message by language, and the description of the picture or film.
  sender_messages jsonb not null default '{}' check (jsonb_typeof(sender_messages) = 'object'),
  sender_alt text not null default '',
  -- Null: the rule of the campaign.
  unclaimed_rule text check (unclaimed_rule in ('billed', 'not-billed', 'half')),
  -- A batch above the limit needs approval. Until then no code leaves.
  held_at timestamptz,
  -- Large batches are created in chunks. No code leaves before all vouchers exist, and cancelling undoes the
  -- batch.
  to_make integer not null default 0 check (to_make >= 0),
  creation_job_id bigint references background_job on delete set null,
  constraint voucher_batch_valid check (valid_from < valid_until),
  constraint voucher_batch_exported check ((exported_at is null) = (exported_by is null)),
  constraint voucher_batch_sent_by check (send_at is null or send_by is not null)
);
create index on voucher_batch (channel_id, id);
create index on voucher_batch (campaign_id) where campaign_id is not null;
create index batch_by_picture on voucher_batch (sender_image) where sender_image is not null;
create index voucher_batch_sending on voucher_batch (send_at) where send_at is not null and send_ended_at is null;
create index on voucher_batch (creation_job_id) where creation_job_id is not null;

create table voucher (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batch,
  channel_id text not null references channel,
  -- HMAC of the wire hash with a pepper that is not in the database. Null until the code is created, at the time it
  -- is sent or exported.
  lookup bytea unique check (length(lookup) = 32),
  pepper_id text,
  last3 text not null default '',
  first_name text not null default '',
  salutation text not null default '',
  language text not null default '' check (language = '' or language = any (known_languages())),
  valid_from timestamptz not null default '-infinity',
  valid_until timestamptz not null default 'infinity',
  blocked_at timestamptz,
  anonymised_at timestamptz,
  is_demo boolean not null default false,
  -- When its expiry was booked. Null again after the end date was moved.
  ended_at timestamptz,
  -- When the names of a voucher without an end date were erased. Its points stay and its code still works.
  -- Decision 014.
  names_erased_at timestamptz,
  check (valid_from < valid_until),
  constraint voucher_last3_check check (length(last3) = case when lookup is null then 0 else 3 end),
  constraint voucher_pepper_of_lookup check ((lookup is null) = (pepper_id is null))
);
create index voucher_of_batch on voucher (batch_id, valid_until);
-- Reports count the vouchers of a period without a look at those that ended before.
create index voucher_by_end on voucher (valid_until) include (valid_from, batch_id, channel_id, id);
-- Read at every start.
create index voucher_demo on voucher (id) where is_demo;
create index voucher_pepper on voucher (pepper_id, valid_until);
-- Few vouchers have no code yet.
create index voucher_without_code on voucher (batch_id, id) where lookup is null;
create index voucher_by_last3 on voucher (last3, id);
create index voucher_by_channel on voucher (channel_id, id);
create index voucher_by_first_name on voucher using gin (recipient_search_words(array[first_name])) where first_name <> '';
-- Vouchers whose expiry is due, and expired ones whose end date was moved.
create index voucher_to_end on voucher (valid_until) where ended_at is null and valid_until < 'infinity';
create index voucher_ended on voucher (valid_until) where ended_at is not null;
-- Retention searches vouchers by end date.
create index voucher_to_erase on voucher (channel_id, valid_until) where anonymised_at is null;
create index voucher_blocked on voucher (id) where blocked_at is not null;

-- The balance of each voucher. Only the ledger trigger changes it. The last check guarantees `available` >= 0,
-- whatever the code does.
create table voucher_balance (
  voucher_id bigint primary key references voucher,
  granted integer not null default 0 check (granted >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  spent integer not null default 0 check (spent >= 0),
  expired integer not null default 0 check (expired >= 0),
  available integer generated always as (granted - reserved - spent - expired) stored,
  check (granted - reserved - spent - expired >= 0)
);

create table ledger (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher_balance,
  kind text not null check (kind in ('grant', 'reserve', 'capture', 'release', 'refund', 'expire', 'take')),
  points integer not null check (points > 0),
  -- 'capture' and 'release' end a reservation. 'refund' returns part of a capture. Deferrable, because a
  -- restore reads closed months in any order.
  ends_id bigint references ledger deferrable,
  cart_guid uuid,
  order_number text,
  payment_id text,
  note text not null default '',
  at timestamptz not null default now(),
  month date not null default date_trunc('month', now() at time zone 'UTC')::date,
  staff_id bigint default acting_staff() references staff,
  check ((kind in ('capture', 'release', 'refund')) = (ends_id is not null))
);
create index on ledger (voucher_id);
create index on ledger (order_number) where order_number is not null;
-- A reservation is resolved at most once.
create unique index ledger_resolved_once on ledger (ends_id) where kind in ('capture', 'release');
create index ledger_refunds on ledger (ends_id) where kind = 'refund';
create index ledger_by_month on ledger using brin (month);
create index ledger_given_by_moment on ledger (at) where kind in ('grant', 'refund');
create index ledger_ended_by_moment on ledger (at) where kind = 'expire';
create index ledger_taken_by_moment on ledger (at) where kind = 'take';
create index ledger_spent_by_colleagues on ledger (staff_id, at) where kind = 'reserve' and staff_id is not null;

-- The peppers of this shop: the name, and an HMAC of a fixed text. The HMAC reveals no secret and detects
-- another secret under the same name.
create table pepper (
  name text primary key,
  mark bytea not null,
  first_used_at timestamptz not null default now()
);

-- The first login with a voucher. Sessions and visits are deleted, this row is not.
create table voucher_activation (
  voucher_id bigint primary key references voucher,
  at timestamptz not null
);
create index voucher_activation_by_moment on voucher_activation (at, voucher_id);

create table voucher_expiry (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  -- The end date that was booked.
  valid_until timestamptz not null,
  at timestamptz not null,
  points integer not null check (points > 0),
  ledger_id bigint not null unique references ledger,
  -- Whether the voucher had a login, and the rule for vouchers without one.
  claimed boolean not null,
  rule text not null check (rule in ('billed', 'not-billed', 'half')),
  -- 500 cents per point. Used vouchers are billed in full.
  billed_cents integer not null,
  -- Whether a mail about it was sent.
  notified boolean not null default false,
  -- The counter-entry after the end date was moved.
  reversal_id bigint unique references ledger,
  reversed_at timestamptz,
  reversed_by bigint references staff,
  check ((reversal_id is null) = (reversed_at is null)),
  check (reversed_by is null or reversal_id is not null),
  check (billed_cents = case when claimed or rule = 'billed' then points * 500
    when rule = 'half' then points * 500 / 2 else 0 end)
);
-- An expiry is booked once, unless it was reversed.
create unique index one_open_expiry on voucher_expiry (voucher_id) where reversal_id is null;
create index on voucher_expiry (voucher_id);
create index on voucher_expiry (at desc, id desc);

create table manual_points_grant (
  id bigint generated always as identity primary key,
  -- The idempotency key of the caller.
  key uuid not null unique,
  voucher_id bigint not null references voucher_balance,
  points integer not null check (points > 0),
  ledger_id bigint not null unique references ledger,
  staff_id bigint not null references staff,
  approval_id bigint unique references approval,
  reason text not null check (reason <> ''),
  at timestamptz not null,
  -- The counter-entry, if the grant was withdrawn.
  reversal_id bigint unique references ledger,
  reversed_by bigint references staff,
  reversed_at timestamptz,
  check ((reversal_id is null) = (reversed_by is null) and (reversal_id is null) = (reversed_at is null))
);
create index on manual_points_grant (voucher_id, at);
-- The limit per person counts the last 24 hours.
create index on manual_points_grant (staff_id, at);
-- For the total of manual grants within a day.
create index on manual_points_grant (at);

-- Triggers

create trigger voucher_change_event after update of blocked_at, valid_from, valid_until, anonymised_at on voucher for each row
  when ((old.blocked_at, old.valid_from, old.valid_until, old.anonymised_at)
    is distinct from (new.blocked_at, new.valid_from, new.valid_until, new.anonymised_at))
  execute function voucher_change_event();
create trigger voucher_made_to_webhooks after insert on voucher
  for each row execute function voucher_to_webhooks();
create trigger voucher_changed_to_webhooks after update of blocked_at, valid_from, valid_until on voucher for each row
  when ((old.blocked_at is null) <> (new.blocked_at is null)
    or old.valid_from <> new.valid_from or old.valid_until <> new.valid_until)
  execute function voucher_to_webhooks();
create trigger ledger_append_only before update or delete on ledger
  for each row execute function append_only();
create trigger ledger_no_truncate before truncate on ledger
  for each statement execute function append_only();
create trigger ledger_adds_up after insert on ledger referencing new table as entries
  for each statement execute function ledger_adds_up();
create trigger ledger_month before insert on ledger for each row
  when (new.month <> date_trunc('month', new.at at time zone 'UTC')::date) execute function ledger_month();
create trigger points_to_webhooks after insert on ledger for each row
  when (new.kind = 'expire') execute function points_to_webhooks();
create trigger voucher_activation_append_only before update or delete on voucher_activation
  for each row execute function append_only();
create trigger expiry_is_immutable before update or delete on voucher_expiry
  for each row execute function expiry_is_immutable();
create constraint trigger expiry_is_booked after insert or update on voucher_expiry
  deferrable initially deferred for each row execute function expiry_is_booked();
create trigger manual_points_grant_is_immutable before update or delete on manual_points_grant
  for each row execute function manual_points_grant_is_immutable();
create constraint trigger manual_points_grant_is_booked after insert or update on manual_points_grant
  deferrable initially deferred for each row execute function manual_points_grant_is_booked();
create trigger manual_points_grant_to_webhooks after insert on manual_points_grant
  for each row execute function points_to_webhooks();
create trigger points_taken_to_webhooks after update of reversal_id on manual_points_grant for each row
  when (old.reversal_id is null and new.reversal_id is not null) execute function points_to_webhooks();
