-- Owners are mailed once a day what colleagues did for recipients. A day is here when it was looked at, with or without mails.
create table acting_summary (
  day date primary key,
  made_at timestamptz not null
);
-- What was given by hand within a day.
create index on points_given (at);
