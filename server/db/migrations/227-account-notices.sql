-- Security mails to staff and employer users about their account. The mail is written from this row on every try.
create table account_notice (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Exactly one of them is the recipient.
  staff_id bigint references staff,
  employer_user_id bigint references employer_user,
  details jsonb not null default '{}',
  at timestamptz not null,
  check (num_nonnulls(staff_id, employer_user_id) = 1)
);
create index on account_notice (at);
create index on account_notice (staff_id);
create index on account_notice (employer_user_id);
