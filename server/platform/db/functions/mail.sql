-- Erases the addresses of these mails, which lie in these months, also where the sandbox received them.
create or replace function erase_mails(p_mails uuid[], p_months date[], p_addresses text[]) returns void language plpgsql as $$
begin
  update mail set recipient = 'erased ' || id, last_error = null where id = any(p_mails) and month = any(p_months);
  delete from sandbox_mail where id = any(p_mails::text[]) or lower(recipient) = any(p_addresses);
end $$;

create or replace function queue_confirmation(
  p_number text, p_month date, p_voucher bigint, p_channel text, p_language text, p_recipient text
) returns uuid language plpgsql as $$
declare
  new_mail uuid;
begin
  insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at)
  values ('order-confirmation', p_number, p_month, p_voucher, p_channel, p_language, p_recipient,
    (select placed_at from orders where number = p_number))
  returning id into new_mail;
  return new_mail;
end $$;
