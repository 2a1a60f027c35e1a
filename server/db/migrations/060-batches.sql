-- What is given, and to whom: employers, their campaigns, batches of vouchers and the people who get them.

create table employer (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  vat_number text not null default '',
  peppol_id text not null default '',
  address text not null default '',
  contact text not null default '',
  email text not null default '',
  added_at timestamptz not null,
  version integer not null default 1
);

create table campaign (
  id bigint generated always as identity primary key,
  employer_id bigint not null references employer,
  channel_id text not null references channel,
  name text not null check (name <> ''),
  -- Days of the channel.
  opens date,
  closes date check (closes >= opens),
  -- What is agreed about points that nobody claimed.
  unclaimed_rule text not null default 'billed' check (unclaimed_rule in ('billed', 'not-billed', 'half')),
  -- All that its batches may hold; null is no bound.
  budget_points integer check (budget_points >= 0),
  added_at timestamptz not null,
  version integer not null default 1
);
create index on campaign (employer_id);
create index on campaign (channel_id);

alter table voucher_batch
  add column campaign_id bigint references campaign,
  add column staff_id bigint references staff,
  -- Those of whoever is added later, too.
  add column valid_from timestamptz not null default '-infinity',
  add column valid_until timestamptz not null default 'infinity',
  -- Why it ends sooner than codes should.
  add column short_reason text not null default '',
  add column giver_name text not null default '',
  add column giver_words text not null default '',
  add column giver_picture text references picture,
  add column handed_over_at timestamptz,
  add column handed_over_by bigint references staff,
  add column undone_at timestamptz,
  -- When the mails with the codes leave; null where codes are handed over otherwise.
  add column send_at timestamptz,
  add column remind_days integer check (remind_days between 1 and 365),
  add column reminded_at timestamptz,
  add column version integer not null default 1,
  add constraint voucher_batch_valid check (valid_from < valid_until),
  add constraint voucher_batch_handed_over check ((handed_over_at is null) = (handed_over_by is null));
create index on voucher_batch (channel_id, id);
create index on voucher_batch (campaign_id) where campaign_id is not null;

-- A voucher is there, with its points, before its code is: the code is made in what hands it over.
alter table voucher
  alter column lookup drop not null,
  alter column pepper_id drop not null,
  drop constraint voucher_last3_check,
  add constraint voucher_last3_check check (length(last3) = case when lookup is null then 0 else 3 end),
  add constraint voucher_pepper_of_lookup check ((lookup is null) = (pepper_id is null));
alter table voucher alter column last3 set default '';
-- Those who wait for a code are few, and found by their batch.
create index voucher_without_code on voucher (batch_id, id) where lookup is null;

-- Who gets a voucher. Apart from it, so that whoever they are can be forgotten and the points stay.
create table recipient (
  id bigint generated always as identity primary key,
  voucher_id bigint not null unique references voucher,
  batch_id bigint not null references voucher_batch,
  kind text not null default 'own' check (kind in ('own', 'former', 'hired', 'relation')),
  name text not null default '',
  department text not null default '',
  email text not null default '',
  language text not null default '' check (language in ('', 'nl', 'en', 'de', 'fr')),
  -- From the giver, to this one alone.
  words text not null default '',
  -- Where the mail with the code stands; 'none' where there is none.
  mail_state text not null default 'none' check (mail_state in ('none', 'waiting', 'sent', 'bounced', 'revoked')),
  mail_number integer not null default 0,
  mailed_at timestamptz,
  bounced_at timestamptz,
  bounce text not null default '',
  reminded_at timestamptz,
  -- Asked for no reminders.
  stopped_at timestamptz,
  added_reason text not null default '',
  added_at timestamptz not null
);
create index on recipient (batch_id, department, name);
create index recipient_email on recipient (lower(email)) where email <> '';
create index recipient_bounced on recipient (batch_id) where mail_state = 'bounced';

-- Each time that the codes of a batch leave, or begin to.
create table code_hand_over (
  id uuid primary key default gen_random_uuid(),
  batch_id bigint not null references voucher_batch,
  staff_id bigint not null references staff,
  form text not null check (form in ('csv', 'pdf', 'large', 'zip')),
  vouchers integer not null check (vouchers > 0),
  -- 'given': the codes count; 'whole': and all of what holds them has left.
  state text not null default 'open' check (state in ('open', 'broken', 'given', 'whole')),
  begun_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz
);
create index on code_hand_over (batch_id, begun_at);
create unique index one_open_hand_over on code_hand_over (batch_id) where state = 'open';

-- The codes of a hand-over under way, by what finds them: they count all at once, or never.
create table voucher_code_next (
  hand_over_id uuid not null references code_hand_over on delete cascade,
  voucher_id bigint not null references voucher,
  lookup bytea not null unique check (length(lookup) = 32),
  pepper_id text not null,
  last3 text not null check (length(last3) = 3),
  primary key (hand_over_id, voucher_id)
);
create index on voucher_code_next (voucher_id);

-- Whoever has ever been in has a cart: that is how a voucher is seen to be claimed.
create index cart_of_voucher on cart (voucher_id);
