create or replace function news_notify() returns trigger language plpgsql as $$
begin
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
