-- Withdrawals that are credited by themselves. Decision 053.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table channel, credit, credit_proposal in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;


-- When a withdrawal is credited by itself: when its gifts are back, or at the latest on the day that the law names.
alter table channel add column withdrawal_credit text not null default 'goods-back'
  check (withdrawal_credit in ('goods-back', 'legal-day'));

-- What the shop credits by itself nobody books.
alter table credit alter column staff_id drop not null,
  add constraint credit_by_itself check (staff_id is not null or kind = 'withdrawal');
alter table credit_proposal alter column made_by drop not null,
  add constraint credit_proposal_by_itself check (made_by is not null or withdrawal_number is not null);

-- The gifts of a withdrawal are back; said once, by whoever has them in hand.
create table withdrawal_return (
  withdrawal_number text primary key references withdrawal,
  goods text not null check (goods in ('shelf', 'written-off')),
  note text not null default '',
  staff_id bigint not null references staff,
  at timestamptz not null
);
create trigger withdrawal_return_append_only before update or delete on withdrawal_return
  for each row execute function append_only();
create index withdrawal_by_moment on withdrawal (at);
