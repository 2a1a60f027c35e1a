-- Employers, their campaigns, and the accounts of the employer portal.

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
  -- Days in the time zone of the channel.
  opens date,
  closes date,
  -- The agreement on points of vouchers without a login.
  unclaimed_rule text not null default 'billed' check (unclaimed_rule in ('billed', 'not-billed', 'half')),
  -- The most points for all batches together. Null: no limit.
  budget_points integer check (budget_points >= 0),
  added_at timestamptz not null,
  version integer not null default 1,
  remind_days integer check (remind_days between 1 and 365),
  check (closes >= opens)
);
create index on campaign (employer_id);
create index on campaign (channel_id);

-- Accounts of the employer portal. DESK-39.
create table employer_user (
  id bigint generated always as identity primary key,
  employer_id bigint not null references employer,
  email text not null unique check (email = lower(email) and email <> ''),
  name text not null check (name <> ''),
  language text not null default 'nl' check (language = any (staff_languages())),
  -- Null until the invitation is used.
  password_hash text,
  -- Sealed. The app counts from the moment when a valid code was entered.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The last time step used. Codes of this step and of earlier ones are refused.
  totp_counter bigint not null default 0,
  added_at timestamptz not null,
  left_at timestamptz,
  -- The user handle of the passkeys of this account.
  passkey_handle uuid not null default gen_random_uuid() unique,
  -- An account of the demo data: its password is public.
  is_demo boolean not null default false,
  password_off_at timestamptz,
  -- Whether the user chose the language of the portal. Until then it is the language of the sign-in page.
  language_chosen boolean not null default false,
  check (totp_confirmed_at is null or totp_secret is not null)
);
create index on employer_user (employer_id);

create table employer_session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  employer_user_id bigint not null references employer_user,
  made_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  address text not null,
  agent text not null
);
create index on employer_session (employer_user_id);
create index on employer_session (ends_at);

create table employer_invitation (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  employer_user_id bigint not null references employer_user,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  invited_by bigint not null references staff,
  used_at timestamptz
);
create index on employer_invitation (employer_user_id);
create index on employer_invitation (ends_at);

create table employer_passkey (
  id bigint generated always as identity primary key,
  employer_user_id bigint not null references employer_user,
  name text not null check (name <> ''),
  public_key bytea not null,
  credential_id bytea not null unique,
  counter bigint not null,
  transports text[] not null,
  added_at timestamptz not null,
  used_at timestamptz
);
create index on employer_passkey (employer_user_id);

-- Reminders that an employer asked for. The shop chooses the recipients and does not reveal them.
create table employer_reminder (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaign,
  employer_user_id bigint not null references employer_user,
  asked_at timestamptz not null
);
create index on employer_reminder (campaign_id, asked_at desc);
