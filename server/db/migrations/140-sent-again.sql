-- A message that somebody has sent again is sent, whatever becomes of a try that had begun before. Decision 061.

-- How often somebody asked for that.
alter table webhook_delivery add column asked_again integer not null default 0;
