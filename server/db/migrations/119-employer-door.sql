-- The employer's own door: who comes in by it, what they do there, and what of their people they may read. DESK-39.
create table employer_user (
  id bigint generated always as identity primary key,
  employer_id bigint not null references employer,
  email text not null unique check (email = lower(email) and email <> ''),
  name text not null check (name <> ''),
  language text not null default 'nl' check (language in ('nl', 'en', 'de')),
  -- Null until the invitation was used.
  password_hash text,
  -- Sealed; the app counts once a code of it was shown.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- A code counts once: that of this step or an earlier one is spent.
  totp_counter bigint not null default 0,
  added_at timestamptz not null,
  left_at timestamptz,
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

-- Asked for by an employer; whom it reaches is chosen by the shop, and told to nobody.
create table employer_reminder (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaign,
  employer_user_id bigint not null references employer_user,
  asked_at timestamptz not null
);
create index on employer_reminder (campaign_id, asked_at desc);

alter table audit
  add column employer_user_id bigint references employer_user,
  drop constraint audit_actor_check,
  add constraint audit_actor_check check (actor in ('staff', 'token', 'command', 'shop', 'employer')),
  add constraint audit_by_employer check ((actor = 'employer') = (employer_user_id is not null));

-- So many or more, in steps of five, as everything else of it.
alter table employer_figure
  add column sent integer check (sent >= 5 and sent % 5 = 0),
  add column bounced integer check (bounced >= 5 and bounced % 5 = 0);

-- An address that a holder gave to the shop is no business of the employer.
alter table recipient
  add column email_from text not null default 'giver' check (email_from in ('giver', 'desk'));

-- What an employer may read of its campaigns, batches and people: its own, by the row, and nothing that follows from
-- what anybody did. The views read with the rights of the shop, so that the role needs none on what lies below.
create view employer_campaign with (security_barrier) as
  select campaign.id, employer_id, channel_id, time_zone, campaign.name, opens, closes
  from campaign join channel on channel.id = channel_id
  where employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint;

create view employer_batch with (security_barrier) as
  select batch.id, campaign.id as campaign_id, campaign.name as campaign, batch.channel_id, batch.points,
    nullif(batch.valid_until, 'infinity') as valid_until
  from campaign join voucher_batch batch on batch.campaign_id = campaign.id
  where batch.undone_at is null
    and campaign.employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint;

create view employer_person with (security_barrier) as
  select recipient.id, batch.id as batch_id, campaign.name as campaign, recipient.name, recipient.department,
    case when email_from = 'giver' then recipient.email else '' end as email,
    email_from <> 'giver' as corrected,
    -- On its way and arrived are one: between them lies what somebody did.
    case mail_state when 'waiting' then 'sent' else mail_state end as mail
  from campaign join voucher_batch batch on batch.campaign_id = campaign.id
    join recipient on recipient.batch_id = batch.id
  where batch.undone_at is null and (recipient.name <> '' or recipient.email <> '')
    and campaign.employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint;

do $$
begin
  grant select on employer_campaign, employer_batch, employer_person to giftpoint_employer;
exception when insufficient_privilege or undefined_object then
  -- As in 114: whoever keeps the database does it, by docs/deploy.md.
  raise notice 'the role giftpoint_employer could not be given its views';
end $$;
