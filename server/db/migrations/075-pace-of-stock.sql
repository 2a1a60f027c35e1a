-- How quickly each shelf empties, counted now and then: lists sort by it.
create table stock_pace (
  sku text primary key references stock on delete cascade,
  -- Sold less taken back, in the last four weeks.
  sold integer not null
);
create table stock_pace_counted (
  one boolean primary key default true check (one),
  at timestamptz not null
);

-- What the warehouse says lies there, when it was asked last.
create table warehouse_count (
  sku text primary key references stock on delete cascade,
  on_hand integer not null check (on_hand >= 0),
  asked_at timestamptz not null
);

-- Why somebody moved a shelf by hand, and the number they started from; the move itself is one of the books.
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
create trigger stock_correction_append_only before update or delete on stock_correction
  for each row execute function append_only();
create trigger stock_correction_no_truncate before truncate on stock_correction
  for each statement execute function append_only();
