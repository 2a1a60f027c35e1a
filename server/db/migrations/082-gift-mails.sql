-- The mails that bring a person their code: ordered for a moment, at a pace, tried until they have left. Decision 043.

alter table voucher_batch
  add column send_per_minute integer not null default 60 check (send_per_minute between 1 and 600),
  add column send_by bigint references staff,
  add column send_paused_at timestamptz,
  -- Nobody of it waits any more.
  add column send_ended_at timestamptz,
  add constraint voucher_batch_sent_by check (send_at is null or send_by is not null);
create index voucher_batch_sending on voucher_batch (send_at) where send_at is not null and send_ended_at is null;

alter table recipient
  -- Of the newest try: its Message-ID, by which a report of it is known again. Never what it carried.
  add column mail_try uuid,
  add column mail_tried_at timestamptz,
  -- Until when whoever tries it has it for himself.
  add column mail_leaving_until timestamptz,
  -- Not before that.
  add column mail_due_at timestamptz,
  -- In a row, since somebody last asked for it.
  add column mail_tries integer not null default 0;
create index recipient_waiting on recipient (batch_id, mail_due_at) where mail_state = 'waiting';
create index recipient_tried on recipient (batch_id, mail_tried_at) where mail_tried_at is not null;
create unique index recipient_mail_try on recipient (mail_try) where mail_try is not null;
