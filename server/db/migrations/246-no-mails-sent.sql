-- Where a campaign has sent no mail at all, its employer reads an exact zero. It says what the shop did, not what a person did.

alter table employer_figure drop constraint employer_figure_sent_check;
alter table employer_figure drop constraint employer_figure_bounced_check;
alter table employer_figure
  add constraint employer_figure_sent_check check (sent >= 0 and sent % 5 = 0),
  add constraint employer_figure_bounced_check check (bounced >= 0 and bounced % 5 = 0);
