-- What staff, commands, employer users and the shop itself changed.

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null where the shop, a command or an employer user acted.
  staff_id bigint references staff,
  actor text not null check (actor in ('staff', 'token', 'command', 'shop', 'employer')),
  session_id uuid,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_kind text not null check (subject_kind ~ '^[a-z-]+$'),
  subject_id text not null,
  channel_id text,
  reason text not null default '',
  -- Personal values are replaced by {"changed": true}. The values are in audit_personal as long as retention
  -- allows.
  before jsonb,
  after jsonb,
  employer_user_id bigint references employer_user,
  check ((actor in ('staff', 'token')) = (staff_id is not null)),
  constraint audit_by_employer check ((actor = 'employer') = (employer_user_id is not null))
);
create index on audit (subject_kind, subject_id, id desc);
create index on audit (staff_id, id desc);
create index on audit (channel_id, id desc);
create index on audit (at);

-- Retention deletes rows. Nothing may change them.
create table audit_personal (
  audit_id bigint primary key references audit,
  before jsonb,
  after jsonb
);

-- Triggers

create trigger audit_no_truncate before truncate on audit
  for each statement execute function append_only();
create trigger audit_append_only before update or delete on audit
  for each row execute function facts_are_immutable('reason');
create trigger audit_personal_fixed before update on audit_personal
  for each row execute function append_only();
