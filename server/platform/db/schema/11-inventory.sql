-- Stock levels and every change of them.

-- Stock levels. No row means unlimited stock (digital gifts, gifts in a supplier's stock).
create table stock (
  sku text primary key references article on delete cascade,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  -- The last imported count. The same number again is no new count.
  counted integer check (counted >= 0),
  check (reserved <= on_hand)
);

-- Every unit that left the stock or came back, so that each stock level can be proven.
create table stock_movement (
  id bigserial,
  sku text not null references stock on delete cascade,
  quantity integer not null check (quantity <> 0),
  reason text not null,
  order_number text,
  at timestamptz not null default now(),
  month date default date_trunc('month', now() at time zone 'UTC')::date,
  voucher_id bigint,
  primary key (id, month),
  constraint stock_movement_reason check (reason in ('count', 'order', 'cancel', 'return', 'adjust', 'damaged')),
  constraint stock_movement_about check (reason = 'damaged' or (reason in ('count', 'adjust')) = (order_number is null))
) partition by range (month);
create index on stock_movement (sku);
create index on stock_movement (order_number) where order_number is not null;

-- How fast each article sells. Lists sort by it.
create table sales_velocity (
  sku text primary key references stock on delete cascade,
  -- Units sold less units returned, in the last four weeks.
  sold integer not null
);

create table sales_velocity_counted (
  one boolean primary key default true check (one),
  at timestamptz not null
);

-- The count of the warehouse, as it last answered.
create table warehouse_count (
  sku text primary key references stock on delete cascade,
  on_hand integer not null check (on_hand >= 0),
  asked_at timestamptz not null
);

-- The reason for a manual stock change, and the number it started from. The change itself is in stock_movement.
create table stock_correction (
  id bigint generated always as identity primary key,
  sku text not null,
  reason text not null check (reason in ('count', 'damaged', 'return', 'adjust')),
  note text not null default '',
  started_from integer check (started_from >= 0),
  on_hand integer not null check (on_hand >= 0),
  staff_id bigint not null references staff,
  import_id bigint,
  undoes_id bigint unique references stock_correction,
  at timestamptz not null
);
create index on stock_correction (sku, id desc);
create index on stock_correction (import_id) where import_id is not null;

-- Triggers

create trigger stock_change_event after update on stock for each row
  when (stock_step(old.on_hand - old.reserved) <> stock_step(new.on_hand - new.reserved))
  execute function stock_change_event();
create trigger stock_moves_count after insert on stock_movement referencing new table as moves
  for each statement execute function stock_moves_count();
-- The holder may be added later to a row that was written without one.
create trigger stock_movement_append_only before update on stock_movement for each row
  when (old.voucher_id is not null or new.voucher_id is null
    or (old.id, old.sku, old.quantity, old.reason, old.order_number, old.at, old.month)
      is distinct from (new.id, new.sku, new.quantity, new.reason, new.order_number, new.at, new.month))
  execute function append_only();
create trigger stock_movement_voucher before insert on stock_movement
  for each row when (new.voucher_id is null and new.order_number is not null) execute function voucher_of_order();
create trigger stock_correction_append_only before update or delete on stock_correction
  for each row execute function append_only();
create trigger stock_correction_no_truncate before truncate on stock_correction
  for each statement execute function append_only();
