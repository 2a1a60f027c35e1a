-- Erases the messages of these threads and their senders.
create or replace function erase_threads(p_requests bigint[]) returns void language plpgsql as $$
begin
  update service_request set email = '', name = '', subject = '', body = '', whole = null, mail_message_id = null
    where id = any(p_requests);
  update service_message set from_address = '', from_name = '', body = '', whole = null, mail_message_id = null
    where request_id = any(p_requests);
  delete from service_attachment where request_id = any(p_requests);
end $$;

-- A thread with a message after this moment is due again.
create or replace function note_erased_threads(p_requests bigint[], p_at timestamptz) returns void language plpgsql as $$
begin
  update service_request set erased_at = p_at where id = any(p_requests);
end $$;

-- Erases what colleagues wrote about these holders.
create or replace function erase_notes(p_vouchers bigint[]) returns void language plpgsql as $$
begin
  update voucher_note set body = '–' where voucher_id = any(p_vouchers);
  update impersonation set reason = '–' where voucher_id = any(p_vouchers);
end $$;
