-- The catalogue is changed at the desk: every write of it is kept field by field, with what stood there before.

-- ── Versions ────────────────────────────────────────────────────────────────────────────────────

alter table product add column row_version bigint not null default nextval('row_version');
alter table product_text add column row_version bigint not null default nextval('row_version');
alter table offer add column row_version bigint not null default nextval('row_version');
create trigger product_version_moves before update on product for each row execute function next_row_version();
create trigger product_text_version_moves before update on product_text for each row execute function next_row_version();
create trigger offer_version_moves before update on offer for each row execute function next_row_version();

-- Its tags, its others and its variants are parts of a gift. The function's later words are in server/db/functions.
create function parts_of_gift_changed() returns trigger language plpgsql as $$
begin
  update product set brand_id = brand_id where id in (select product_id from touched);
  return null;
end $$;
do $$
declare
  part text;
begin
  foreach part in array array['product_tag', 'cross_sell', 'article'] loop
    execute format('create trigger gift_of_new_parts after insert on %I referencing new table as touched
      for each statement execute function parts_of_gift_changed()', part);
    execute format('create trigger gift_of_changed_parts after update on %I referencing new table as touched
      for each statement execute function parts_of_gift_changed()', part);
    execute format('create trigger gift_of_lost_parts after delete on %I referencing old table as touched
      for each statement execute function parts_of_gift_changed()', part);
  end loop;
end $$;

-- Whether anything of a gift is to be had somewhere is asked of each row of a list.
create index offer_on_sale on offer (sku) where active;
-- Also of those that are retired.
create index on article (product_id);

-- ── What was written ────────────────────────────────────────────────────────────────────────────

-- One write of the catalogue: of one field or of a hundred thousand.
create table bulk_change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('gift', 'bulk', 'import', 'undo')),
  -- What was done, as whoever did it chose it: the field and how.
  about jsonb not null default '{}' check (jsonb_typeof(about) = 'object'),
  reason text not null default '',
  -- What it takes back; each is taken back once.
  undoes_id bigint unique references bulk_change,
  import_id bigint,
  staff_id bigint references staff,
  at timestamptz not null,
  -- So many fields were written, and so many left as somebody else had made them since.
  written integer not null default 0 check (written >= 0),
  left_alone integer not null default 0 check (left_alone >= 0),
  check ((kind = 'undo') = (undoes_id is not null))
);
create index on bulk_change (staff_id, id desc);
create index on bulk_change (import_id) where import_id is not null;

create table bulk_change_row (
  bulk_id bigint not null references bulk_change,
  -- Of what: the gift itself, one of its articles, its words, its place in a channel.
  kind text not null check (kind in ('gift', 'article', 'text', 'offer')),
  -- The gift, also where an article or an offer of it was written.
  product_id text not null,
  -- The article, or the gift again.
  id text not null,
  channel_id text not null default '',
  language text not null default '',
  field text not null,
  -- null is what was not there.
  before jsonb,
  after jsonb,
  primary key (bulk_id, kind, id, channel_id, language, field),
  check (before is distinct from after)
);
create index on bulk_change_row (product_id, bulk_id desc);
create index on bulk_change_row (kind, id, bulk_id desc);
create trigger bulk_change_row_append_only before update or delete on bulk_change_row
  for each row execute function append_only();
create trigger bulk_change_row_no_truncate before truncate on bulk_change_row
  for each statement execute function append_only();
