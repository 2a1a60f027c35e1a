-- Stored answers to calls of these holders.
create or replace function erase_answers(p_vouchers bigint[]) returns void language plpgsql as $$
begin
  delete from idempotency_key where voucher_id = any(p_vouchers);
end $$;
