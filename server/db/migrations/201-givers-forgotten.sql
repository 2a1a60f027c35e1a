-- As forgetting does from here on: what givers said to people who are all forgotten by now is kept for nobody.

delete from giver_before before
where not exists (
  select from voucher join claim on claim.voucher_id = voucher.id
  where voucher.batch_id = before.batch_id and coalesce(names_forgotten_at, anonymised_at) is null and claim.at <= before.until
    and not exists (
      select from giver_before earlier
      where earlier.batch_id = before.batch_id and earlier.until >= claim.at and earlier.until < before.until));

update voucher_batch batch
set giver_name = '', giver_words = '', giver_words_in = '{}', giver_alt = '', giver_picture = null
where (giver_name <> '' or giver_words <> '' or giver_words_in <> '{}' or giver_alt <> '' or giver_picture is not null)
  and exists (select from voucher where batch_id = batch.id)
  and not exists (select from voucher where batch_id = batch.id and anonymised_at is null);
