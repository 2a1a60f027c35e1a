-- 'replaced': a later mail about the same order says all that this one would have said.
alter table mail drop constraint mail_state_check,
  add constraint mail_state_check check (state in ('queued', 'sent', 'refused', 'replaced'));
