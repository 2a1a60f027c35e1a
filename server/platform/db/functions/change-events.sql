-- A notice within a transaction makes it commit alone, one after the other in the whole database. So what happens all day
-- long says `shop.told_later`, and whoever wrote it tells the others once it is committed; reading finds it anyhow.
create or replace function news_notify() returns trigger language plpgsql as $$
begin
  if current_setting('shop.told_later', true) = 'on' then return null; end if;
  perform pg_notify('news', new.id || ' ' || new.topic || ' ' || new.subject);
  return null;
end $$;

-- Who may do what with a voucher is kept in the memory of every process; a block, its end and a change of the
-- dates are told to all of them, whoever makes it and by whatever way.
create or replace function voucher_news() returns trigger language plpgsql as $$
begin
  insert into news (topic, subject) values ('voucher', new.id::text);
  return null;
end $$;
