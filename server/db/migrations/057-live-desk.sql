-- What happens at the desk is told to the pages that are open there.
alter table news drop constraint news_topic_check;
alter table news add constraint news_topic_check
  check (topic in ('channel', 'catalogue', 'stock', 'session', 'voucher', 'desk'));

-- A page that stands open ends with its session, by whatever way that ends.
create function staff_session_ended() returns trigger language plpgsql as $$
begin
  insert into news (topic, subject)
  select 'desk', json_build_object('session', id)::text from ended;
  return null;
end $$;
create trigger staff_session_ended after delete on staff_session
  referencing old table as ended for each statement execute function staff_session_ended();

-- Who has a page open: a sign of life every moment, so nothing is lost where a crash empties it.
create unlogged table presence (
  subject text not null,
  staff_id bigint not null,
  tab uuid not null,
  seen_at timestamptz not null,
  primary key (subject, tab)
);
create index on presence (seen_at);
