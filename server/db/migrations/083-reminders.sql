-- Reminders by rule: so many days before the end, once each, to those who have not ordered. Decision 043.

alter table campaign add column remind_days integer check (remind_days between 1 and 365);
-- Of a batch's own: null is what its campaign says, 0 is never.
alter table voucher_batch
  drop constraint voucher_batch_remind_days_check,
  add constraint voucher_batch_remind_days_check check (remind_days between 0 and 365);
create index recipient_to_remind on recipient (batch_id) where reminded_at is null and stopped_at is null and email <> '';
