-- An invitation has a name that may be told: the mail is written by it, and opens nothing for who reads the queue.
alter table staff_invitation
  add column id uuid not null default gen_random_uuid() unique,
  add column invited_by bigint references staff;
