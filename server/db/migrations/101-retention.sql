-- Forgetting who somebody was. The books stay whole. Decision 060.

-- Whoever sells comes by a purse first and waits there, holding nothing yet; who is past it comes to his end. With whatever
-- else there is we step back sooner than the database would call it a circle.
lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table voucher, audit, acted_for, order_note, credit, credit_proposal, withdrawal_return, chargeback_end
        in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- ── What stays, but for its words ───────────────────────────────────────────────────────────────

-- For what is written once and never changed: its arguments are the columns whose words can be forgotten.
create function facts_stay() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and only_forgets(to_jsonb(old), to_jsonb(new), tg_argv) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

drop trigger audit_append_only on audit;
create trigger audit_append_only before update or delete on audit
  for each row execute function facts_stay('reason');
drop trigger acted_for_append_only on acted_for;
create trigger acted_for_append_only before update or delete on acted_for
  for each row execute function facts_stay('reason');
drop trigger order_note_append_only on order_note;
create trigger order_note_append_only before update or delete on order_note
  for each row execute function facts_stay('body');
drop trigger credit_append_only on credit;
create trigger credit_append_only before update or delete on credit
  for each row execute function facts_stay('note');
drop trigger credit_proposal_fixed on credit_proposal;
create trigger credit_proposal_fixed before update on credit_proposal
  for each row execute function facts_stay('note');
drop trigger withdrawal_return_append_only on withdrawal_return;
create trigger withdrawal_return_append_only before update or delete on withdrawal_return
  for each row execute function facts_stay('note');
drop trigger chargeback_end_append_only on chargeback_end;
create trigger chargeback_end_append_only before update or delete on chargeback_end
  for each row execute function facts_stay('note');

-- ── Runs ────────────────────────────────────────────────────────────────────────────────────────

-- Those whose time is over are looked for by their end.
create index voucher_to_forget on voucher (channel_id, valid_until) where anonymised_at is null;

create table retention_run (
  id bigint generated always as identity primary key,
  -- Of a channel, all whose time is over; or one person who asked for it.
  kind text not null check (kind in ('channel', 'person')),
  channel_id text not null references channel,
  voucher_id bigint references voucher,
  -- The moment at which it was looked who is due, and by what term: the run forgets nobody who became due later.
  as_of timestamptz not null,
  months integer not null check (months between 0 and 999),
  -- What was found: so many of each kind, and so many that have to wait, by why.
  counts jsonb not null check (jsonb_typeof(counts) = 'object'),
  held jsonb not null default '{}' check (jsonb_typeof(held) = 'object'),
  -- Of all who were found: another one is asked about anew.
  digest text not null,
  made_by bigint not null references staff,
  made_at timestamptz not null,
  work_id bigint unique,
  -- So many have been forgotten.
  forgotten integer not null default 0 check (forgotten >= 0),
  -- Of the last transaction that forgot somebody: what began before it may still read what was there.
  last_xid xid8,
  -- Closed months that were opened for it.
  opened date[] not null default '{}',
  -- Months whose parts hold rows that were changed.
  touched date[] not null default '{}',
  ended_at timestamptz,
  -- When the files of the database were written anew, and which were too large for it.
  rewritten_at timestamptz,
  too_large text[] not null default '{}',
  -- Where the write-ahead log stood then: what is older than it may hold what was forgotten.
  log_at pg_lsn,
  check ((kind = 'person') = (voucher_id is not null)),
  check (rewritten_at is null or ended_at is not null)
);
create index on retention_run (channel_id, id);
create index retention_run_to_rewrite on retention_run (ended_at) where ended_at is not null and rewritten_at is null;
