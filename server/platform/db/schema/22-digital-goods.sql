-- Gifts without a parcel: sealed codes, and PDFs that the shop creates. Decision 021.

-- One upload of codes.
create table code_import (
  id bigint generated always as identity primary key,
  sku text not null references article,
  staff_id bigint references staff,
  at timestamptz not null,
  added integer not null check (added >= 0),
  -- Codes that were already stored, or were twice in the file.
  refused integer not null check (refused >= 0),
  undone_at timestamptz,
  undone_by bigint references staff,
  undone_codes integer check (undone_codes >= 0),
  check ((undone_at is null) = (undone_codes is null))
);
create index on code_import (sku, id desc);

create table digital_code (
  id bigint generated always as identity primary key,
  sku text not null references article,
  import_id bigint not null references code_import,
  -- The pepper that seals the code and makes its mark.
  pepper_id text not null,
  -- Null: deleted before delivery.
  sealed bytea,
  -- The same for codes that differ only in capitals, blanks and hyphens. Such a code is held until staff
  -- confirm that it is a separate one. Decision 021.
  mark bytea not null check (length(mark) = 32),
  state text not null default 'free' check (state in ('free', 'held', 'given', 'gone')),
  -- The same for equal codes only. A deleted code may be imported again. Null: imported before this was stored.
  exact bytea check (length(exact) = 32),
  check ((sealed is null) = (state = 'gone'))
);
create index digital_code_free on digital_code (sku, id) where state = 'free';
create index on digital_code (import_id);
create index digital_code_pepper on digital_code (pepper_id) where sealed is not null;
create index digital_code_mark on digital_code (mark);
create unique index digital_code_exact on digital_code (exact) where state <> 'gone';
create index digital_code_held on digital_code (sku, id) where state = 'held';

-- Each unit of a digital gift that this shop delivers itself.
create table digital_item (
  order_number text not null references orders,
  line integer not null,
  unit integer not null check (unit > 0),
  voucher_id bigint not null references voucher,
  sku text not null references article,
  kind text not null check (kind in ('code', 'pdf')),
  state text not null default 'waiting' check (state in ('waiting', 'handed', 'dropped')),
  -- A code is given out once.
  code_id bigint unique references digital_code,
  asked_at timestamptz not null,
  handed_at timestamptz,
  -- Units that are delivered together are in one mail. Counts the deliveries of the order.
  mail_number integer check (mail_number > 0),
  unique (order_number, line, unit),
  foreign key (order_number, line) references order_line,
  check ((state = 'handed') = (handed_at is not null)),
  check ((state = 'handed') = (mail_number is not null)),
  check ((code_id is not null) = (state = 'handed' and kind = 'code'))
);
create index digital_item_waiting on digital_item (sku, asked_at) where state = 'waiting';
create index digital_item_dropped on digital_item (order_number, line) where state = 'dropped';
create index digital_item_pace on digital_item (asked_at, sku);

-- Triggers

create trigger digital_code_guard before update or delete on digital_code
  for each row execute function digital_code_guard();
create trigger digital_item_guard before insert or update or delete on digital_item
  for each row execute function digital_item_guard();
