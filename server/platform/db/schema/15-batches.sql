-- Who gets the vouchers of a batch, changes to it, and how its codes leave the shop.

-- Who gets a voucher. A table of its own, so that the person can be erased and the points stay.
create table recipient (
  id bigint generated always as identity primary key,
  voucher_id bigint not null unique references voucher,
  batch_id bigint not null references voucher_batch,
  kind text not null default 'own' check (kind in ('own', 'former', 'hired', 'relation')),
  name text not null default '',
  department text not null default '',
  email text not null default '',
  language text not null default '' check (language = '' or language = any (known_languages())),
  -- The sender's message to this person only.
  words text not null default '',
  -- The state of the mail with the code. 'none': there is no mail.
  mail_state text not null default 'none' check (mail_state in ('none', 'waiting', 'sent', 'bounced', 'revoked')),
  mail_number integer not null default 0,
  mailed_at timestamptz,
  bounced_at timestamptz,
  bounce text not null default '',
  reminded_at timestamptz,
  -- When the person unsubscribed from reminders.
  stopped_at timestamptz,
  added_reason text not null default '',
  added_at timestamptz not null,
  -- The Message-ID of the newest try, by which a bounce is matched. It reveals nothing about the content.
  mail_try uuid,
  mail_tried_at timestamptz,
  -- Until then the row is leased to the process that sends the mail.
  mail_leaving_until timestamptz,
  -- Not sent before this time.
  mail_due_at timestamptz,
  -- Consecutive attempts since a person last started them.
  mail_tries integer not null default 0,
  -- An address that the holder gave to the shop is not shown to the employer.
  email_from text not null default 'giver' check (email_from in ('giver', 'backoffice')),
  -- Set for people who get a letter. Mails to the complete batch skip them, unless they are mailed individually.
  -- Decision 013.
  letter_at timestamptz
);
create index on recipient (batch_id, department, name);
create index recipient_email on recipient (lower(email)) where email <> '';
create index recipient_bounced on recipient (batch_id) where mail_state = 'bounced';
create index recipient_by_person on recipient using gin (recipient_search_words(array[name, email]));
create index recipient_tried on recipient (batch_id, mail_tried_at) where mail_tried_at is not null;
create unique index recipient_mail_try on recipient (mail_try) where mail_try is not null;
create index recipient_to_remind on recipient (batch_id)
  where reminded_at is null and stopped_at is null and email <> '';
create index recipient_turn on recipient (batch_id, mail_due_at nulls first, id) where mail_state = 'waiting';

-- The sender's earlier message and picture. Holders who logged in before the change still see it.
create table sender_backup (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batch,
  -- From this time on the batch has other contents.
  until timestamptz not null,
  name text not null,
  words text not null,
  words_in jsonb not null,
  picture text references picture,
  alt text not null
);
create index on sender_backup (batch_id, until);
create index on sender_backup (picture) where picture is not null;

-- The changes to a batch, which can be undone for seven days.
create table batch_change (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batch,
  staff_id bigint not null references staff,
  at timestamptz not null,
  before jsonb not null,
  after jsonb not null,
  undone_at timestamptz
);
create index on batch_change (batch_id, id);
create index on batch_change (at);

-- Recipients whose vouchers are not created yet. Each row is deleted when its voucher is created.
create table pending_recipient (
  batch_id bigint references voucher_batch,
  place integer,
  kind text not null,
  name text not null,
  department text not null,
  email text not null,
  language text not null,
  words text not null,
  primary key (batch_id, place)
);

-- Each download or letter run with the codes of a batch.
create table code_export (
  id uuid primary key default gen_random_uuid(),
  batch_id bigint not null references voucher_batch,
  staff_id bigint not null references staff,
  form text not null check (form in ('csv', 'pdf', 'large', 'zip')),
  vouchers integer not null check (vouchers > 0),
  -- 'given': the codes are valid. 'whole': the file was sent completely.
  state text not null default 'open' check (state in ('open', 'broken', 'given', 'whole')),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- How many codes existed when it broke off.
  made integer check (made >= 0)
);
create index on code_export (batch_id, started_at);
create unique index one_open_code_export on code_export (batch_id) where state = 'open';

-- Codes of an unfinished export. All become valid together, or none.
create table pending_voucher_code (
  export_id uuid references code_export on delete cascade,
  voucher_id bigint references voucher,
  lookup bytea not null unique check (length(lookup) = 32),
  pepper_id text not null,
  last3 text not null check (length(last3) = 3),
  primary key (export_id, voucher_id)
);
create index on pending_voucher_code (voucher_id);

-- Codes that are no longer valid: the last three characters, as on the holder's letter.
create table previous_voucher_code (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  last3 text not null check (length(last3) = 3),
  replaced_at timestamptz not null,
  staff_id bigint references staff,
  reason text not null
);
create index on previous_voucher_code (voucher_id);
create index on previous_voucher_code (last3);

-- Codes that staff sent or exported. The points within 24 hours are added up. Above the limit, an approval is
-- needed first.
create table code_distribution (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  batch_id bigint not null references voucher_batch,
  -- 'file': a download of the batch. 'mail': its mails. 'person': one code, by mail or read out.
  way text not null check (way in ('file', 'mail', 'person')),
  -- The points of the vouchers whose codes were sent or exported, less the points of cancelled mails.
  points bigint not null check (points >= 0),
  -- A file that broke off is void and does not count.
  export_id uuid unique references code_export on delete cascade,
  -- Codes with an approval do not count towards the staff member's limit.
  approval_id bigint references approval,
  at timestamptz not null
);
create index on code_distribution (staff_id, at);
create index on code_distribution (batch_id);
create index on code_distribution (approval_id);

-- Triggers

create trigger code_to_webhooks after insert on previous_voucher_code
  for each row execute function code_to_webhooks();
