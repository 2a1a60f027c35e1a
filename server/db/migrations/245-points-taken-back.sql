-- Points that a colleague took back are their own kind of ledger entry, 'take': they were given too much and have not ended.
-- They lower what was granted. Earlier ones were booked as ended points; points_given says which.

-- As in 037: sellers wait at the purse, where they hold nothing yet.
lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table ledger, points_given in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the points could not be locked: stop what writes to them, then try again';
end $$;

alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check
  check (kind in ('grant', 'reserve', 'capture', 'release', 'refund', 'expire', 'take'));
create index ledger_taken_by_moment on ledger (at) where kind = 'take';

-- Closed months that hold such an entry are opened: their sums change.
with broken as (
  delete from month_seal
  where month in (
    select ledger.month from points_given join ledger on ledger.id = back_id where ledger.kind = 'expire')
  returning *
)
insert into month_opening (month, version, why, contents)
select month, version, 'points taken back are no longer booked as ended points', contents from broken;

alter table ledger disable trigger ledger_append_only;
with corrected as (
  update ledger set kind = 'take'
  from points_given where back_id = ledger.id and ledger.kind = 'expire'
  returning ledger.voucher_id, ledger.points
), sums as (
  select voucher_id, sum(points) as points from corrected group by voucher_id
)
update purse set granted = granted - sums.points, expired = expired - sums.points
from sums where sums.voucher_id = purse.voucher_id;
alter table ledger enable trigger ledger_append_only;

-- Webhooks: 'points_given' is told of points given by hand, not of those a voucher is made with.
create or replace function points_to_webhooks() returns trigger language plpgsql as $$
declare
  kind constant text := case
    when tg_table_name = 'ledger' then 'voucher.points_expired'
    when tg_op = 'INSERT' then 'voucher.points_given'
    else 'voucher.points_taken' end;
  whose voucher;
begin
  if not webhooks_want(kind) then return null; end if;
  select * into whose from voucher where id = new.voucher_id;
  perform tell_webhooks(kind, 'voucher ' || whose.id, whose.channel_id,
    jsonb_build_object('voucher', whose.id::text, 'channel', whose.channel_id, 'batch', whose.batch_id::text,
      'points', new.points),
    now());
  return null;
end $$;
drop trigger points_to_webhooks on ledger;
create trigger points_to_webhooks after insert on ledger for each row
  when (new.kind = 'expire') execute function points_to_webhooks();
create trigger points_given_to_webhooks after insert on points_given for each row execute function points_to_webhooks();
create trigger points_taken_to_webhooks after update of back_id on points_given for each row
  when (old.back_id is null and new.back_id is not null) execute function points_to_webhooks();

-- A receiver that was told of points taken back as ended points goes on being told.
update webhook_endpoint set kinds = kinds || '{voucher.points_taken}'
where kinds @> '{voucher.points_expired}' and not kinds @> '{voucher.points_taken}';
