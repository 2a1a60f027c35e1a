-- Erases the addresses of these mails, which lie in these months, also where the sandbox received them.
create or replace function erase_mails(p_mails uuid[], p_months date[], p_addresses text[]) returns void language plpgsql as $$
begin
  update mail set recipient = 'erased ' || id, last_error = null where id = any(p_mails) and month = any(p_months);
  delete from sandbox_mail where id = any(p_mails::text[]) or lower(recipient) = any(p_addresses);
end $$;
