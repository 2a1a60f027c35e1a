-- Staff accounts: sign-in, sessions, tokens, saved views and background jobs.

create table staff (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and email like '%_@_%'),
  name text not null check (name <> ''),
  role text not null check (role = any (staff_roles())),
  -- Null until the invitation is used, and for staff who only use passkeys or the company sign-in.
  password_hash text,
  added_at timestamptz not null default now(),
  left_at timestamptz,
  language text not null default 'nl' check (language = any (staff_languages())),
  version integer not null default 1,
  is_demo boolean not null default false,
  -- The user handle of the passkeys of this account.
  passkey_handle uuid not null default gen_random_uuid() unique,
  -- Since when this account is an owner, or has access as an owner again after a reset. Null: since before this
  -- was stored.
  owner_since timestamptz,
  -- When this account stopped being an owner.
  owner_until timestamptz,
  -- Set after too many failed sign-ins in a row, until the password is reset. Passkeys are not affected.
  password_off_at timestamptz,
  -- Whether the person chose the language of the back office. Until then it is the language of the sign-in
  -- page.
  language_chosen boolean not null default false
);

-- Two-factor methods and passkeys. Secrets are sealed with a key that is not in the database.
create table staff_mfa_method (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  kind text not null check (kind in ('totp', 'passkey', 'recovery')),
  name text not null default '',
  -- The sealed secret of an authenticator app, the hash of a recovery code, or the public key of a passkey.
  secret bytea not null,
  credential_id bytea unique,
  -- The last time step used by an app, or the counter of a passkey. Each value counts once.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- An app counts from the moment when a valid code was entered.
  confirmed_at timestamptz,
  added_at timestamptz not null default now(),
  used_at timestamptz,
  -- On the row of the app: the session that was shown the recovery codes, until it confirms that they are
  -- saved.
  codes_shown_to uuid,
  check ((kind = 'passkey') = (credential_id is not null))
);
create index on staff_mfa_method (staff_id, kind);
create unique index on staff_mfa_method (staff_id) where kind = 'totp' and confirmed_at is not null;

create table staff_session (
  -- The id in the audit and in the list of sessions. It gives no access.
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id bigint not null references staff,
  way text not null check (way in ('password', 'passkey', 'openid', 'invitation')),
  made_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  address text not null,
  agent text not null,
  -- When the person last proved who they are, because sensitive actions need a recent sign-in. Null: unknown,
  -- as with a company sign-in that does not report it.
  authenticated_at timestamptz,
  -- Whether that sign-in included a second factor. A passkey and the company sign-in count as one.
  second_factor boolean not null default false
);
create index on staff_session (staff_id);
create index on staff_session (ends_at);

-- API tokens. A token never has more rights than the person who created it.
create table staff_token (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id bigint not null references staff,
  name text not null check (name <> ''),
  permissions text[] not null check (cardinality(permissions) > 0),
  made_at timestamptz not null,
  seen_at timestamptz,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index on staff_token (staff_id);
create index staff_token_by_end on staff_token (ends_at);

create table staff_invitation (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id bigint not null references staff,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz,
  -- The mail is created by this id, which gives no access to a reader of the job queue.
  id uuid not null default gen_random_uuid() unique,
  invited_by bigint references staff
);
create index on staff_invitation (staff_id);
create index staff_invitation_by_end on staff_invitation (ends_at);

-- Used WebAuthn challenges. Each may be signed once.
create table used_webauthn_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  ends_at timestamptz not null
);
create index on used_webauthn_challenge (ends_at);

-- The account of a staff member at the company's sign-in. An email address may pass to another person there,
-- the subject never does.
create table staff_identity (
  issuer text,
  subject text,
  staff_id bigint not null references staff,
  added_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, staff_id)
);
create index on staff_identity (staff_id);

-- Answers of staff calls that carried an idempotency key. A repeated call gets the first answer.
create table staff_idempotency_key (
  key uuid primary key,
  staff_id bigint not null references staff,
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamptz not null
);
create index on staff_idempotency_key (at);

-- A list's query string, saved under a name.
create table saved_view (
  id bigint generated always as identity primary key,
  page text not null check (page ~ '^[a-z-]{1,40}$'),
  owner_id bigint not null references staff,
  name text not null check (name = trim(name) and length(name) between 1 and 60),
  -- All staff with access to the page see it. Only its owner changes it.
  shared boolean not null,
  query text not null check (length(query) <= 4000),
  unique (page, owner_id, name)
);
create index on saved_view (page) where shared;
create index on saved_view (owner_id);

-- Who has a page open. Clients refresh their row all the time, so a crash may empty the table.
create unlogged table presence (
  subject text,
  staff_id bigint not null,
  tab uuid,
  seen_at timestamptz not null,
  primary key (subject, tab)
);
create index on presence (seen_at);

-- Background jobs. Each chunk and its progress are one transaction, so a job continues where it stopped after
-- a crash.
create table background_job (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][a-z-]{0,40}$'),
  staff_id bigint not null references staff,
  actor text not null check (actor in ('staff', 'token')),
  session_id uuid not null,
  channel_id text,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  -- The input and the progress. Each kind has its own format.
  asked jsonb not null,
  place jsonb,
  done integer not null default 0 check (done >= 0),
  -- Null while the total is unknown.
  total integer check (total >= 0),
  -- What the job did, in numbers and names.
  result jsonb not null default '{}',
  problem text not null default '',
  -- Failures in a row, without a finished chunk in between.
  failures integer not null default 0,
  file_name text,
  file_bytes bigint not null default 0,
  made_at timestamptz not null,
  -- The last heartbeat of the process that runs the job. Without one, another process continues it.
  heartbeat_at timestamptz not null,
  ended_at timestamptz,
  -- The channels of the person who started the job. Its result is shown while they still have all of them.
  -- Null: all channels at that time.
  channels text[],
  check ((ended_at is not null) = (state in ('done', 'failed', 'cancelled'))),
  check ((problem <> '') = (state = 'failed'))
);
create index on background_job (staff_id, id desc);
create index on background_job (heartbeat_at) where state in ('waiting', 'working');
create index on background_job (ended_at) where ended_at is not null;

-- The file that a job creates, one chunk per row.
create table background_job_part (
  job_id bigint references background_job on delete cascade,
  part integer,
  bytes bytea not null,
  primary key (job_id, part)
);

-- Triggers

create trigger last_owner_stays after update on staff for each row
  when (old.role = 'owner' and old.left_at is null and (new.role <> 'owner' or new.left_at is not null))
  execute function last_owner_stays();
create trigger staff_session_ended after delete on staff_session
  referencing old table as ended for each statement execute function staff_session_ended();
