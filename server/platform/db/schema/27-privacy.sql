-- Erasure of personal data, and deletion of expired rows.

-- Runs that erase personal data. Accounting data stays. Decision 014.
create table retention_run (
  id bigint generated always as identity primary key,
  -- 'channel': all holders past their retention period. 'person': one person on request.
  kind text not null check (kind in ('channel', 'person')),
  channel_id text not null references channel,
  voucher_id bigint references voucher,
  -- The time for which the due vouchers were selected. Vouchers that become due later are not included.
  as_of timestamptz not null,
  months integer not null check (months between 0 and 999),
  -- How many rows were found by kind, and how many have to wait by reason.
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  held jsonb not null default '{}' check (jsonb_typeof(held) = 'object'),
  -- The hash of all selected vouchers. Another selection needs another confirmation.
  digest text not null,
  made_by bigint not null references staff,
  made_at timestamptz not null,
  job_id bigint unique,
  -- How many are erased so far.
  erased integer not null default 0 check (erased >= 0),
  -- The last transaction that erased data. Older transactions may still read that data.
  last_xid xid8,
  -- Closed months that were reopened for the run.
  opened date[] not null default '{}',
  -- Months whose partitions contain changed rows.
  touched date[] not null default '{}',
  ended_at timestamptz,
  -- When the data files were rewritten, and which tables were too large for that.
  rewritten_at timestamptz,
  too_large text[] not null default '{}',
  -- The position of the write-ahead log. Older parts of the log may contain erased data.
  wal_position pg_lsn,
  check ((kind = 'person') = (voucher_id is not null)),
  check (rewritten_at is null or ended_at is not null)
);
create index on retention_run (channel_id, id);
create index retention_run_to_rewrite on retention_run (ended_at) where ended_at is not null and rewritten_at is null;

-- When each kind of expired row was last deleted, and how many.
create table cleanup_run (
  name text primary key,
  cleared bigint not null default 0 check (cleared >= 0),
  last_at timestamptz not null,
  last_count integer not null check (last_count >= 0)
);
