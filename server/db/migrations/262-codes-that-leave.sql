-- Codes that left, by whose doing: what one colleague gives out within 24 hours is added up. Above the limit a second person
-- approves it first.
create table code_release (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff,
  batch_id bigint not null references voucher_batch,
  -- 'file': a download of the batch. 'mail': its mails. 'person': one code, by mail or read out.
  way text not null check (way in ('file', 'mail', 'person')),
  -- Of the vouchers whose codes left; less where mails were cancelled.
  points bigint not null check (points >= 0),
  -- What a file that broke off held is void and does not count.
  hand_over_id uuid unique references code_hand_over on delete cascade,
  -- It left with this approval, and is of nobody's own limit.
  approval_id bigint references approval,
  at timestamptz not null
);
create index on code_release (staff_id, at);
create index on code_release (batch_id);
create index on code_release (approval_id);
