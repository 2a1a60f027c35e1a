-- Days used to be made in UTC: a voucher until 31 December ended at 00:00 UTC, which is 01:00 of 1 January in
-- Amsterdam, and was shown as valid until that day. Who made it meant 31 December, so that is when it ends, by the
-- channel's clocks; likewise it begins when its first day does. Only exact midnights of UTC were made that way: a
-- midnight of Amsterdam is never one. A voucher that would have ended in the hours between is left to end by itself.
with days as (
  select voucher.id, valid_from, valid_until,
    case when date_trunc('day', valid_from, 'UTC') = valid_from
      then valid_from at time zone 'UTC' at time zone time_zone else valid_from end as begins,
    case when date_trunc('day', valid_until, 'UTC') = valid_until
      then valid_until at time zone 'UTC' at time zone time_zone else valid_until end as ends
  from voucher join channel on channel.id = channel_id
), moving as (
  select * from days
  where (begins, ends) is distinct from (valid_from, valid_until) and begins < ends
    and not (ends <= now() and valid_until > now())
), kept as (
  insert into voucher_days_before (voucher_id, valid_from, valid_until)
  select id, valid_from, valid_until from moving
)
update voucher set valid_from = begins, valid_until = ends from moving where voucher.id = moving.id;
