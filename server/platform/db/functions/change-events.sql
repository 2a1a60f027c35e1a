-- NOTIFY inside a transaction serializes its commit with all others in the database. Frequent writes therefore set
-- `shop.told_later`, and the caller notifies the other processes after the commit; polling finds the event anyway.
create or replace function change_event_notify() returns trigger language plpgsql as $$
begin
  if current_setting('shop.told_later', true) = 'on' then return null; end if;
  perform pg_notify('change_event', new.id || ' ' || new.topic || ' ' || new.subject);
  return null;
end $$;

-- Every process caches the state of vouchers; a block, an expiry or a change of the dates notifies all of them,
-- whatever the cause.
create or replace function voucher_change_event() returns trigger language plpgsql as $$
begin
  insert into change_event (topic, subject) values ('voucher', new.id::text);
  return null;
end $$;

create or replace function stock_change_event() returns trigger language plpgsql as $$
begin
  insert into change_event (topic, subject) values ('stock', new.sku);
  return null;
end $$;

-- Closes open pages when their session ends, whatever the reason.
create or replace function staff_session_ended() returns trigger language plpgsql as $$
begin
  insert into change_event (topic, subject)
  select 'backoffice', json_build_object('session', id)::text from ended;
  return null;
end $$;

create or replace function notify_change(p_topic text, p_subject text) returns void language plpgsql as $$
begin
  insert into change_event (topic, subject) values (p_topic, p_subject);
end $$;
