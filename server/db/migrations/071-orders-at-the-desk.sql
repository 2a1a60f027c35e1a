-- Orders as the desk lists and finds them, notes on them, and mails that are sent once more.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table orders, mail in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;
set local maintenance_work_mem = '256MB';

create index orders_by_moment on orders (placed_at, (number::bigint));
create index orders_of_channel on orders (channel_id, placed_at, (number::bigint));
create index orders_by_state on orders (state, placed_at, (number::bigint));
create index orders_by_mail on orders (lower(person ->> 'email') text_pattern_ops);
create index orders_by_surname on orders (lower(person ->> 'surname') text_pattern_ops);
create index if not exists voucher_by_last3 on voucher (last3, id);

-- What a colleague sent once more is another copy of the same mail.
alter table mail add column copy integer not null default 0 check (copy >= 0);
alter table mail drop constraint mail_told_once,
  add constraint mail_told_once unique (template, subject_id, recipient, month, copy);

create table order_note (
  id bigint generated always as identity primary key,
  order_number text not null references orders,
  staff_id bigint not null references staff,
  body text not null check (body <> '' and length(body) <= 4000),
  at timestamptz not null
);
create index on order_note (order_number, at);
create trigger order_note_append_only before update or delete on order_note
  for each row execute function append_only();
