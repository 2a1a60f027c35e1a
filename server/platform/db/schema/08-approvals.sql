-- Requests that an approver approves or rejects.

create table approval (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z-]+\.[a-z-]+$'),
  -- What the request is about, and its name for people.
  subject_kind text not null check (subject_kind ~ '^[a-z-]+$'),
  subject_id text not null,
  subject_name text not null,
  channel_id text references channel,
  asked jsonb not null check (jsonb_typeof(asked) = 'object'),
  -- The version of the subject at the time of the request. A later change requires a new request.
  version text not null,
  reason text not null check (reason <> ''),
  asked_by bigint not null references staff,
  asked_at timestamptz not null,
  outcome text check (outcome in ('approved', 'refused', 'withdrawn', 'lapsed')),
  decided_by bigint references staff,
  decided_at timestamptz,
  note text not null default '',
  -- The differences that made the request lapse. Decision 020.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  -- If there is only one owner, that owner can approve their own request after 24 hours, and the row records
  -- it.
  alone boolean not null default false,
  constraint decided_by_somebody
    check ((outcome is null) = (decided_at is null)
      and (outcome is null or outcome = 'lapsed') = (decided_by is null)),
  constraint withdrawn_by_its_asker check (outcome is distinct from 'withdrawn' or decided_by = asked_by),
  constraint asked_by_somebody_else
    check (decided_by is distinct from asked_by or outcome = 'withdrawn' or outcome = 'approved' and alone)
);
-- One answer must not decide two equal requests.
create unique index one_waiting_approval on approval (kind, subject_kind, subject_id) where outcome is null;
create index on approval (subject_kind, subject_id);
create index on approval (asked_by);

-- Triggers

create trigger approval_is_immutable before update or delete on approval
  for each row execute function approval_is_immutable();
create trigger approval_no_truncate before truncate on approval
  for each statement execute function append_only();
