-- What an employer may read. The role giftpoint_employer has access to these relations only.

-- What an employer may know about its people: nightly totals in steps. The role giftpoint_employer reads them
-- and nothing else. DESK-38.
create table employer_statistic (
  employer_id bigint not null references employer,
  campaign_id bigint references campaign,
  channel_id text not null references channel,
  campaign text not null,
  -- '' means the complete campaign.
  department text,
  -- When the nightly run created the row. It does not change until the next run.
  made_at timestamptz not null,
  -- Smaller groups get no row at all, so that no answer reveals a person.
  people integer not null check (people >= 10),
  -- At least this many, in steps of five. Null: fewer than five.
  came integer,
  ordered integer,
  -- At least this many, in steps of what five people received.
  spent_points integer check (spent_points > 0),
  ends_at timestamptz,
  -- At least this many, in steps of five. Zero is exact: no mail was sent.
  sent integer check (sent >= 0 and sent % 5 = 0),
  bounced integer check (bounced >= 0 and bounced % 5 = 0),
  primary key (campaign_id, department),
  check (came >= 5 and came % 5 = 0 and came <= people - 5),
  check (ordered >= 5 and ordered % 5 = 0 and ordered <= people - 5),
  check (spent_points is null or ordered is not null)
);
create index on employer_statistic (employer_id);

alter table employer_statistic enable row level security;
create policy own_employer on employer_statistic for select
  using (employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint);
-- The role that serves the shop does not own the table.
create policy shop_itself on employer_statistic
  using (current_user <> 'giftpoint_employer') with check (current_user <> 'giftpoint_employer');

-- The curve of a campaign: what was published of its activations, night by night. A stored night does not change, so
-- the curve tells no more than a reader could note who looked every day. PRODUCT-15.
create table employer_activation_night (
  campaign_id bigint not null references campaign,
  employer_id bigint not null references employer,
  -- A day of the channel.
  day date not null,
  -- At least this many, in steps of five. Null: not publishable.
  came integer check (came >= 5 and came % 5 = 0),
  primary key (campaign_id, day)
);
create index on employer_activation_night (employer_id);

alter table employer_activation_night enable row level security;
create policy own_employer on employer_activation_night for select
  using (employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint);
create policy shop_itself on employer_activation_night
  using (current_user <> 'giftpoint_employer') with check (current_user <> 'giftpoint_employer');

-- The views show the rows of one employer, and nothing that follows from what a recipient did. They read with the rights of
-- their owner, so the role needs no rights on the tables.
create view employer_campaign with (security_barrier) as
  select campaign.id, employer_id, channel_id, time_zone, campaign.name, opens, closes
  from campaign join channel on channel.id = channel_id
  where employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint;

create view employer_batch with (security_barrier) as
  select batch.id, campaign.id as campaign_id, campaign.name as campaign, batch.channel_id, batch.points,
    nullif(batch.valid_until, 'infinity') as valid_until, batch.created_at
  from campaign join voucher_batch batch on batch.campaign_id = campaign.id
  where batch.undone_at is null
    and campaign.employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint;

create view employer_person with (security_barrier) as
  select recipient.id, batch.id as batch_id, campaign.name as campaign, recipient.name, recipient.department,
    case when email_from = 'giver' then recipient.email else '' end as email,
    email_from <> 'giver' as corrected,
    -- 'waiting' and 'sent' are one state: the difference depends on what the recipient did.
    case mail_state when 'waiting' then 'sent' else mail_state end as mail
  from campaign join voucher_batch batch on batch.campaign_id = campaign.id
    join recipient on recipient.batch_id = batch.id
  where batch.undone_at is null and (recipient.name <> '' or recipient.email <> '')
    and campaign.employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint;

do $$
begin
  if not exists (select from pg_roles where rolname = 'giftpoint_employer') then
    begin
      create role giftpoint_employer nologin;
    exception when duplicate_object or unique_violation then
      -- Another shop on the same server has just created it.
      null;
    end;
  end if;
  execute format('grant giftpoint_employer to %I', current_user);
  grant select on employer_statistic, employer_activation_night, employer_campaign, employer_batch, employer_person
    to giftpoint_employer;
exception when insufficient_privilege or undefined_object then
  -- Then the operator creates the role, as docs/deploy.md describes. Until then employers see no figures.
  raise notice 'the role giftpoint_employer could not be created';
end $$;
