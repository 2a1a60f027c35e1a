-- Keys of phones and computers at the employers' door, as at the desk.
alter table employer_user
  add column passkey_handle uuid not null unique default gen_random_uuid(),
  -- Of the demo world: their password is known to everybody.
  add column is_demo boolean not null default false;

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
