-- The first login of a holder, or the first order that staff place in the holder's place. Later ones change nothing.
create or replace function activate_voucher(p_voucher bigint, p_at timestamptz) returns void language plpgsql as $$
begin
  insert into voucher_activation (voucher_id, at) values (p_voucher, p_at) on conflict do nothing;
end $$;

-- Points that never end stay their holder's: the code goes on working, without a name.
create or replace function erase_vouchers(p_vouchers bigint[], p_at timestamptz) returns void language plpgsql as $$
begin
  update voucher set first_name = '', salutation = '', names_erased_at = p_at,
    anonymised_at = case when valid_until = 'infinity' and anonymised_at is null and exists (
        select from voucher_balance where voucher_balance.voucher_id = voucher.id and available > 0)
      then null else coalesce(anonymised_at, p_at) end
    where id = any(p_vouchers);
  update previous_voucher_code set reason = '' where voucher_id = any(p_vouchers);
  update recipient set name = '', department = '', email = '', words = '', bounce = '', added_reason = ''
    where voucher_id = any(p_vouchers);
  update manual_points_grant set reason = '–' where voucher_id = any(p_vouchers);
end $$;

-- An old sender message stays while a holder who activated under it is not erased; the batch's current sender stays
-- while any holder can still open a voucher.
create or replace function erase_senders(p_vouchers bigint[]) returns void language plpgsql as $$
begin
  delete from sender_backup before
    where batch_id in (select batch_id from voucher where id = any(p_vouchers)) and not exists (
      select from voucher join voucher_activation on voucher_activation.voucher_id = voucher.id
      where voucher.batch_id = before.batch_id and coalesce(names_erased_at, anonymised_at) is null and voucher_activation.at <= before.until
        and not exists (select from sender_backup earlier
          where earlier.batch_id = before.batch_id and earlier.until >= voucher_activation.at and earlier.until < before.until));
  update voucher_batch batch
    set sender_name = '', sender_message = '', sender_messages = '{}', sender_alt = '', sender_image = null
    where id in (select batch_id from voucher where id = any(p_vouchers)) and not exists (
      select from voucher where batch_id = batch.id and anonymised_at is null);
end $$;
