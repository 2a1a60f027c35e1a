-- Gifts that need no parcel: codes that lie sealed until they are handed out, and documents made on the spot. Decision 062.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table product, order_line, credit, credit_line, withdrawal_line in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

-- Where what is digital comes from: its issuer mails it, a stock of codes, or a PDF that the shop makes. It means nothing
-- for what is brought.
alter table product add column digital_kind text not null default 'issuer'
  check (digital_kind in ('issuer', 'code', 'pdf'));

-- One handful of codes, as somebody brought it.
create table code_import (
  id bigint generated always as identity primary key,
  sku text not null references article,
  staff_id bigint references staff,
  at timestamptz not null,
  added integer not null check (added >= 0),
  -- Were here before, or stood twice in it.
  refused integer not null check (refused >= 0),
  taken_back_at timestamptz,
  taken_back_by bigint references staff,
  taken_back integer check (taken_back >= 0),
  check ((taken_back_at is null) = (taken_back is null))
);
create index on code_import (sku, id desc);

create table digital_code (
  id bigint generated always as identity primary key,
  sku text not null references article,
  import_id bigint not null references code_import,
  -- By which pepper it is sealed and known again.
  pepper_id text not null,
  -- null: taken back before anybody had it.
  sealed bytea,
  mark bytea not null check (length(mark) = 32),
  state text not null default 'free' check (state in ('free', 'given', 'gone')),
  unique (mark),
  check ((sealed is null) = (state = 'gone'))
);
create index digital_code_free on digital_code (sku, id) where state = 'free';
create index on digital_code (import_id);
create index digital_code_pepper on digital_code (pepper_id) where sealed is not null;

-- Each piece of a digital gift that this shop hands out itself.
create table digital_piece (
  order_number text not null references orders,
  line integer not null,
  unit integer not null check (unit > 0),
  voucher_id bigint not null references voucher,
  sku text not null references article,
  kind text not null check (kind in ('code', 'pdf')),
  state text not null default 'waiting' check (state in ('waiting', 'handed', 'dropped')),
  -- A code is somebody's once.
  code_id bigint unique references digital_code,
  asked_at timestamptz not null,
  handed_at timestamptz,
  -- What is handed out together is mailed together: the how-manieth time of its order.
  handing integer check (handing > 0),
  unique (order_number, line, unit),
  foreign key (order_number, line) references order_line,
  check ((state = 'handed') = (handed_at is not null)),
  check ((state = 'handed') = (handing is not null)),
  check ((code_id is not null) = (state = 'handed' and kind = 'code'))
);
create index digital_piece_waiting on digital_piece (sku, asked_at) where state = 'waiting';
create index digital_piece_dropped on digital_piece (order_number, line) where state = 'dropped';
create index digital_piece_pace on digital_piece (asked_at, sku);

create function digital_piece_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'digital_piece: is kept' using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' or (
      select count(*) from digital_piece piece
      where piece.order_number = new.order_number and piece.line = new.line and piece.sku = new.sku and state <> 'dropped'
    ) >= (select quantity from order_line where order_number = new.order_number and line = new.line)
    then
      raise exception 'digital_piece: more than was ordered' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if old.state <> 'waiting'
    or (new.order_number, new.voucher_id, new.sku, new.kind, new.asked_at)
      is distinct from (old.order_number, old.voucher_id, old.sku, old.kind, old.asked_at)
  then
    raise exception 'digital_piece: is handed out once' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'handed' and new.kind = 'code' then
    update digital_code set state = 'given' where id = new.code_id and sku = new.sku and state = 'free';
    if not found then
      raise exception 'digital_piece: code % is not to be had', new.code_id using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger digital_piece_guard before insert or update or delete on digital_piece
  for each row execute function digital_piece_guard();

-- A code comes free, is given or taken back, and never returns.
create function digital_code_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'digital_code: is kept' using errcode = 'insufficient_privilege';
  end if;
  if (new.id, new.sku, new.import_id) is distinct from (old.id, old.sku, old.import_id)
    or (new.state <> old.state and old.state <> 'free')
  then
    raise exception 'digital_code: does not return' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger digital_code_guard before update or delete on digital_code
  for each row execute function digital_code_guard();

-- Of what is given back, pieces that nobody has yet are not handed out any more; what was handed out stays so.
create function digital_pieces_given_back() returns trigger language plpgsql as $$
declare
  back integer := new.quantity;
  number text;
begin
  if tg_table_name = 'credit_line' then
    -- What was withdrawn was dropped when it was.
    select case when withdrawal_number is null then order_number end into number from credit where credit.number = new.credit_number;
    if number is null then return null; end if;
  else
    number := new.order_number;
  end if;
  update digital_piece set state = 'dropped'
  where (order_number, line, unit) in (
    select piece.order_number, piece.line, piece.unit from digital_piece piece
    where piece.order_number = number and piece.line = new.line and state = 'waiting'
    order by unit desc limit back
  );
  return null;
end $$;
create trigger digital_pieces_given_back after insert on credit_line
  for each row execute function digital_pieces_given_back();
create trigger digital_pieces_given_back after insert on withdrawal_line
  for each row execute function digital_pieces_given_back();
