-- Erases the personal values and the reasons of these entries.
create or replace function erase_audit(p_entries bigint[]) returns void language plpgsql as $$
begin
  delete from audit_personal where audit_id = any(p_entries);
  update audit set reason = '' where id = any(p_entries) and reason <> '';
end $$;
