-- Finding a holder, and what is done for one.

-- Whoever sells comes by a purse first and waits there, holding nothing yet; who is past it comes to his end. With whatever
-- else there is we step back sooner than the database would call it a circle.
lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table voucher, recipient, session, staff, ledger, orders, order_event in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- ── Finding ─────────────────────────────────────────────────────────────────────────────────────

create index voucher_by_last3 on voucher (last3, id);
create index voucher_by_channel on voucher (channel_id, id);

-- The words that somebody is found by: each name whole and in its parts, without accents; mail addresses likewise.
create function person_words(texts text[]) returns tsvector language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(distinct word)), '')
  from (
    select lower(regexp_replace(normalize(text, nfkd), '[\u0300-\u036f]', '', 'g')) as text
    from unnest(texts) text where text is not null
  ) folded, lateral (
    select regexp_split_to_table(text, '\s+') union all select regexp_split_to_table(text, '[^[:alnum:]]+')
  ) parts (word)
  where word <> '' and length(word) < 200
$$;
set local maintenance_work_mem = '256MB';
create index orders_by_person on orders using gin (
  person_words(array[person ->> 'firstName', person ->> 'prefix', person ->> 'surname', person ->> 'email']));
create index recipient_by_person on recipient using gin (person_words(array[name, email]));
create index voucher_by_first_name on voucher using gin (person_words(array[first_name])) where first_name <> '';

-- ── Who was in the shop ─────────────────────────────────────────────────────────────────────────

-- What colleagues do in the shop for a holder who cannot: why, and until when.
create table acted_for (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  staff_id bigint not null references staff,
  reason text not null check (reason <> ''),
  at timestamptz not null,
  ends_at timestamptz not null check (ends_at > at)
);
create index on acted_for (voucher_id);
create trigger acted_for_append_only before update or delete on acted_for
  for each row execute function append_only();
alter table session add column acted_id bigint references acted_for;

-- Sessions that are over. Whoever ends one leaves a line here, by whatever way.
create table visit (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  at timestamptz not null,
  seen_at timestamptz not null,
  acted_id bigint references acted_for
);
create index on visit (voucher_id, at);
create index on visit (at);
create function session_was_visit() returns trigger language plpgsql as $$
begin
  insert into visit (voucher_id, at, seen_at, acted_id) select voucher_id, created_at, seen_at, acted_id from gone;
  return null;
end $$;
create trigger session_was_visit after delete on session referencing old table as gone
  for each statement execute function session_was_visit();

-- ── What was done for them ──────────────────────────────────────────────────────────────────────

-- Codes that open nothing any more: their last three, as their holders have them on paper.
create table voucher_code_past (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  last3 text not null check (length(last3) = 3),
  replaced_at timestamptz not null,
  staff_id bigint references staff,
  reason text not null
);
create index on voucher_code_past (voucher_id);
create index on voucher_code_past (last3);

create table case_note (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  order_number text,
  staff_id bigint not null references staff,
  body text not null check (body <> ''),
  at timestamptz not null
);
create index on case_note (voucher_id, at);

-- ── In whose name ───────────────────────────────────────────────────────────────────────────────

-- What a colleague does as the holder is written as the colleague's: the transaction says who.
create function acting_staff() returns bigint language sql stable as $$
  select nullif(current_setting('shop.acting_staff', true), '')::bigint
$$;
alter table order_event add column if not exists staff_id bigint references staff;
alter table order_event alter column staff_id set default acting_staff();
alter table ledger alter column staff_id set default acting_staff();
