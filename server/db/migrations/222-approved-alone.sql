-- Where there is only one owner, that owner approves their own request after 24 hours, and the row says so.
alter table approval add column alone boolean not null default false;
alter table approval drop constraint asked_by_somebody_else;
alter table approval add constraint withdrawn_by_its_asker
  check (outcome is distinct from 'withdrawn' or decided_by = asked_by);
alter table approval add constraint asked_by_somebody_else
  check (decided_by is distinct from asked_by or outcome = 'withdrawn' or outcome = 'approved' and alone);
