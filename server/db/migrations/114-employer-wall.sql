-- What an employer may know of its people: sums, by night, in steps, read by a role of the database that may read nothing
-- else. DESK-38.
create table employer_figure (
  employer_id bigint not null references employer,
  campaign_id bigint not null references campaign,
  channel_id text not null references channel,
  campaign text not null,
  -- '' is all of the campaign.
  department text not null,
  -- The night that it was made in: until the next one it stays as it is, whatever happens.
  made_at timestamptz not null,
  -- Of fewer nothing is told at all: neither of those who did nor of those who did not.
  people integer not null check (people >= 10),
  -- So many or more, in steps of five; null: fewer than five.
  came integer check (came >= 5 and came % 5 = 0 and came <= people - 5),
  ordered integer check (ordered >= 5 and ordered % 5 = 0 and ordered <= people - 5),
  -- So many or more, in steps of what five people were given.
  spent_points integer check (spent_points > 0),
  ends_at timestamptz,
  primary key (campaign_id, department),
  check (spent_points is null or ordered is not null)
);
create index on employer_figure (employer_id);
-- Whoever reads by the role names the employer first; the shop itself owns the table and writes it.
alter table employer_figure enable row level security;
create policy own_employer on employer_figure for select
  using (employer_id = nullif(current_setting('giftpoint.employer', true), '')::bigint);

do $$
begin
  if not exists (select from pg_roles where rolname = 'giftpoint_employer') then
    begin
      create role giftpoint_employer nologin;
    exception when duplicate_object or unique_violation then
      -- Another shop of the same server has just made it.
      null;
    end;
  end if;
  execute format('grant giftpoint_employer to %I', current_user);
  grant select on employer_figure to giftpoint_employer;
exception when insufficient_privilege then
  -- Whoever keeps the database makes it: docs/deploy.md. Until then nobody is told anything.
  raise notice 'the role giftpoint_employer could not be made';
end $$;
