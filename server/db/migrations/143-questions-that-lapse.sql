-- What a second person was asked about may go before anybody answers: then nobody decides, and the question is closed.
alter table approval drop constraint approval_outcome_check;
alter table approval add constraint approval_outcome_check
  check (outcome in ('approved', 'refused', 'withdrawn', 'lapsed'));
alter table approval drop constraint approval_check;
alter table approval add constraint decided_by_somebody check (
  (outcome is null) = (decided_at is null) and (outcome is null or outcome = 'lapsed') = (decided_by is null));

-- Those that were left open with batches that were taken back.
update approval set outcome = 'lapsed', decided_at = undone_at
from voucher_batch batch
where outcome is null and subject_kind = 'batch' and subject_id = batch.id::text and undone_at is not null;
