-- What staff and employer accounts share: security mails, password resets, known browsers.

-- Security mails to staff and employer users about their account. Each try creates the mail from this row.
create table account_notice (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Exactly one of the two is the recipient.
  staff_id bigint references staff,
  employer_user_id bigint references employer_user,
  details jsonb not null default '{}',
  at timestamptz not null,
  check (num_nonnulls(staff_id, employer_user_id) = 1)
);
create index on account_notice (at);
create index on account_notice (staff_id);
create index on account_notice (employer_user_id);

-- Failed password sign-ins in a row, by the keyed hash of the address. Unknown addresses are counted too.
create table password_failure (
  account text primary key,
  failures integer not null check (failures > 0),
  at timestamptz not null
);
create index on password_failure (at);

-- Links to choose a new password. The token is derived from the id, and only its hash is stored.
create table password_reset (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id bigint references staff,
  employer_user_id bigint references employer_user,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(staff_id, employer_user_id) = 1)
);
create index on password_reset (staff_id);
create index on password_reset (employer_user_id);
create index on password_reset (ends_at);

-- Requests for such a link, by network and by account, in windows of one hour.
create table reset_request (
  bucket text primary key,
  since timestamptz not null,
  requests integer not null check (requests > 0)
);
create index on reset_request (since);

-- Browsers that an account has signed in from. Only keyed hashes are stored.
create table known_device (
  id bigint generated always as identity primary key,
  staff_id bigint references staff,
  employer_user_id bigint references employer_user,
  device_hash bytea not null,
  seen_at timestamptz not null,
  check (num_nonnulls(staff_id, employer_user_id) = 1)
);
create unique index on known_device (staff_id, device_hash) where staff_id is not null;
create unique index on known_device (employer_user_id, device_hash) where employer_user_id is not null;
create index on known_device (seen_at);
