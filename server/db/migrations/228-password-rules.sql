-- Failed password sign-ins in a row at one account, by the keyed hash of its address: also for addresses that nobody has.
create table password_failure (
  account text primary key,
  failures integer not null check (failures > 0),
  at timestamptz not null
);
create index on password_failure (at);

-- Off after too many failures in a row, until the password is reset. Passkeys are not affected.
alter table staff add column password_off_at timestamptz;
alter table employer_user add column password_off_at timestamptz;

-- A link by mail to choose a new password. The token is derived from the id, and only its hash is stored.
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

-- Requests for such a link, by network and by account, in windows of an hour.
create table reset_request (
  bucket text primary key,
  since timestamptz not null,
  requests integer not null check (requests > 0)
);
create index on reset_request (since);

-- Browsers and networks that an account has signed in from; only keyed hashes.
create table known_device (
  id bigint generated always as identity primary key,
  staff_id bigint references staff,
  employer_user_id bigint references employer_user,
  device_hash bytea not null,
  place_hash bytea not null,
  seen_at timestamptz not null,
  check (num_nonnulls(staff_id, employer_user_id) = 1)
);
create unique index on known_device (staff_id, device_hash) where staff_id is not null;
create unique index on known_device (employer_user_id, device_hash) where employer_user_id is not null;
create index on known_device (seen_at);
