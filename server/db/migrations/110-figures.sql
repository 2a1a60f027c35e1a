-- When somebody first came in with a voucher, and what figures are found by. Decision 058.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table voucher in share row exclusive mode;
      lock table ledger, orders, order_line, service_request, attention in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

-- Whoever has ever been in has a cart. Sessions and visits are forgotten, this is not.
create table claim (
  voucher_id bigint primary key references voucher,
  at timestamptz not null
);
create index claim_by_moment on claim (at, voucher_id);

insert into claim (voucher_id, at)
select voucher_id, least(min(changed_at),
    (select min(placed_at) from orders where orders.voucher_id = cart.voucher_id),
    (select min(created_at) from session where session.voucher_id = cart.voucher_id),
    (select min(at) from visit where visit.voucher_id = cart.voucher_id))
from cart group by voucher_id;

-- The first cart is made by the login that opened the session.
create function cart_is_claim() returns trigger language plpgsql as $$
begin
  if not exists (select from claim where voucher_id = new.voucher_id) then
    insert into claim (voucher_id, at)
    values (new.voucher_id, coalesce((select min(created_at) from session where voucher_id = new.voucher_id), new.changed_at))
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger cart_is_claim after insert on cart for each row execute function cart_is_claim();
create trigger claim_append_only before update or delete on claim for each row execute function append_only();

create index ledger_given_by_moment on ledger (at) where kind in ('grant', 'refund');
create index service_request_by_moment on service_request (at);
create index attention_by_beginning on attention (first_at);
