-- Who may do what with a voucher is kept in the memory of every process; a block, its end and a change of the
-- dates are told to all of them, whoever makes it and by whatever way.
create function voucher_news() returns trigger language plpgsql as $$
begin
  insert into news (topic, subject) values ('voucher', new.id::text);
  return null;
end $$;
create trigger voucher_news after update of blocked_at, valid_from, valid_until, anonymised_at on voucher for each row
  when ((old.blocked_at, old.valid_from, old.valid_until, old.anonymised_at)
    is distinct from (new.blocked_at, new.valid_from, new.valid_until, new.anonymised_at))
  execute function voucher_news();
