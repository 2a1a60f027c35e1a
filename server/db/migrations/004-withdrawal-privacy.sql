-- What was withdrawn is a fact for good; whose mailbox the receipt went to, and why, may be forgotten one day.

alter table withdrawal drop constraint withdrawal_email_check;
drop trigger withdrawal_append_only on withdrawal;

create function withdrawal_keeps_its_facts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.order_number, new.place, new.key, new.points, new.points_to_credit, new.cents_to_credit, new.at)
      is not distinct from
      (old.order_number, old.place, old.key, old.points, old.points_to_credit, old.cents_to_credit, old.at)
    and new.email in (old.email, '') and new.reason in (old.reason, '')
  then
    return new;
  end if;
  raise exception 'withdrawal is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger withdrawal_keeps_its_facts before update or delete on withdrawal
  for each row execute function withdrawal_keeps_its_facts();
