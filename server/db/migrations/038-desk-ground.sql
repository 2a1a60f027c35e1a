-- Who works at the desk, how they come in, and what they did.

-- ── Staff ───────────────────────────────────────────────────────────────────────────────────────

alter table staff drop constraint staff_role_check;
update staff set role = 'owner' where role = 'admin';
alter table staff add constraint staff_role_check
  check (role in ('owner', 'editor', 'merchandiser', 'fulfilment', 'service', 'reader'));
-- Who was invited has none yet, and who comes with a passkey or from elsewhere never needs one.
alter table staff alter column password_hash drop not null;
alter table staff add column language text not null default 'nl' check (language in ('nl', 'en', 'de'));
alter table staff add column version integer not null default 1;
alter table staff add column is_demo boolean not null default false;

-- Everybody but the owner sees the channels that stand here, and no others.
create table staff_channel (
  staff_id bigint not null references staff,
  channel_id text not null references channel,
  primary key (staff_id, channel_id)
);
create index on staff_channel (channel_id);

-- Somebody has to be able to let others in.
create function an_owner_stays() returns trigger language plpgsql as $$
begin
  -- One at a time, or two owners could each leave while the other one is still seen.
  perform pg_advisory_xact_lock(hashtext('an owner stays'));
  if not exists (select from staff where role = 'owner' and left_at is null) then
    raise exception 'staff: the last owner stays' using errcode = 'check_violation', constraint = 'an_owner_stays';
  end if;
  return null;
end $$;
create trigger an_owner_stays after update on staff for each row
  when (old.role = 'owner' and old.left_at is null and (new.role <> 'owner' or new.left_at is not null))
  execute function an_owner_stays();

-- What is needed beside the password, or in its place. Secrets are sealed with a key that is not in the database.
create table staff_factor (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  kind text not null check (kind in ('totp', 'passkey', 'recovery')),
  name text not null default '',
  -- The sealed secret of a totp, the hash of a recovery code, the public key of a passkey.
  secret bytea not null,
  credential_id bytea unique,
  -- The last step of a totp that was used, the counter of a passkey: each counts once.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  -- A totp counts from the moment at which a code of it was shown.
  confirmed_at timestamptz,
  added_at timestamptz not null default now(),
  used_at timestamptz,
  check ((kind = 'passkey') = (credential_id is not null))
);
create index on staff_factor (staff_id, kind);
create unique index on staff_factor (staff_id) where kind = 'totp' and confirmed_at is not null;

-- ── Coming in ───────────────────────────────────────────────────────────────────────────────────

create table staff_session (
  -- Named in the audit and in the list of one's sessions; opens nothing.
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id bigint not null references staff,
  way text not null check (way in ('password', 'passkey', 'openid', 'invitation')),
  made_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  address text not null,
  agent text not null
);
create index on staff_session (staff_id);
create index on staff_session (ends_at);

-- For programs: a token of a colleague, never wider than who made it.
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

create table staff_invitation (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id bigint not null references staff,
  made_at timestamptz not null,
  ends_at timestamptz not null,
  used_at timestamptz
);
create index on staff_invitation (staff_id);

-- ── What was done ───────────────────────────────────────────────────────────────────────────────

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Who: a colleague, or the shop itself where nobody did.
  staff_id bigint references staff,
  actor text not null check (actor in ('staff', 'token', 'command', 'shop')),
  session_id uuid,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_kind text not null check (subject_kind ~ '^[a-z-]+$'),
  subject_id text not null,
  channel_id text,
  reason text not null default '',
  -- Personal values stand as {"changed": true} and, as long as they may be kept, in audit_personal.
  before jsonb,
  after jsonb,
  check ((actor in ('staff', 'token')) = (staff_id is not null))
);
create index on audit (subject_kind, subject_id, id desc);
create index on audit (staff_id, id desc);
create index on audit (channel_id, id desc);
create index on audit (at);
create trigger audit_append_only before update or delete on audit for each row execute function append_only();
create trigger audit_no_truncate before truncate on audit for each statement execute function append_only();

-- Emptied by retention, so it may be deleted and never changed.
create table audit_personal (
  audit_id bigint primary key references audit,
  before jsonb,
  after jsonb
);
create trigger audit_personal_fixed before update on audit_personal for each row execute function append_only();
