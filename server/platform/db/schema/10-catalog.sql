-- Brands, tags, dimensions, products, articles and offers. Imports and staff change them field by field.

create table brand (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  name text not null check (name <> ''),
  picture text references picture,
  supplier_email text not null default '',
  row_version bigint not null default nextval('row_version'),
  retired boolean not null default false,
  supplier_id bigint
);
create index brand_by_picture on brand (picture) where picture is not null;
create index on brand (supplier_id) where supplier_id is not null;

create table tag_group (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position integer not null default 0,
  texts jsonb not null default '{}',
  row_version bigint not null default nextval('row_version')
);

create table tag (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  tag_group_id text not null references tag_group,
  position integer not null default 0,
  texts jsonb not null default '{}',
  row_version bigint not null default nextval('row_version'),
  retired boolean not null default false
);
create index on tag (tag_group_id);

create table dimension (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  texts jsonb not null default '{}',
  row_version bigint not null default nextval('row_version'),
  retired boolean not null default false
);

create table dimension_value (
  dimension_id text references dimension,
  id text check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position integer not null default 0,
  hexcode text check (hexcode ~ '^#[0-9a-f]{6}$'),
  texts jsonb not null default '{}',
  row_version bigint not null default nextval('row_version'),
  retired boolean not null default false,
  primary key (dimension_id, id)
);

create table product (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  brand_id text not null references brand,
  delivery_condition text not null check (delivery_condition in ('digital', 'monta', 'dropship')),
  sustainable boolean not null default false,
  -- At most two, in the order of the dropdowns.
  dimension_ids text[] not null default '{}' check (cardinality(dimension_ids) <= 2),
  pictures text[] not null default '{}',
  -- The channel whose folder owns the product. Channel 2 is shared by all.
  owner_channel_id text not null references channel,
  row_version bigint not null default nextval('row_version'),
  -- How a digital gift is delivered: mailed by its issuer, as a code from stock, or as a PDF by the shop.
  -- Without meaning for other gifts.
  digital_kind text not null default 'issuer' check (digital_kind in ('issuer', 'code', 'pdf')),
  -- By file name, then by language: { "3f….webp": { "nl": … } }.
  picture_alts jsonb not null default '{}' check (jsonb_typeof(picture_alts) = 'object')
);
create index on product (brand_id);
create index product_by_picture on product using gin (pictures);
-- Few gifts have their own alternative texts. The text search reads only these.
create index product_with_alt_texts on product (id) where picture_alts <> '{}';

-- A channel's own texts for a product. Each empty field falls back to channel 2.
create table product_text (
  product_id text references product on delete cascade,
  channel_id text references channel on delete cascade,
  language text check (language = any (known_languages())),
  name text,
  description text,
  details text,
  sustainability text,
  warranty text,
  delivery_info text,
  -- Other names for the gift, in the language of the row. No page shows them. Null: the list of the shared
  -- channel counts. An empty list: no other names.
  search_words text[],
  row_version bigint not null default nextval('row_version'),
  primary key (product_id, channel_id, language)
);
create index on product_text (channel_id);

create table product_tag (
  product_id text references product on delete cascade,
  tag_id text references tag,
  position integer not null default 0,
  primary key (product_id, tag_id)
);
create index on product_tag (tag_id);

create table cross_sell (
  product_id text references product on delete cascade,
  other_id text references product on delete cascade,
  position integer not null default 0,
  primary key (product_id, other_id),
  check (other_id <> product_id)
);
create index on cross_sell (other_id);

-- One item in stock: a product in one colour and size.
create table article (
  sku text primary key check (sku ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  product_id text not null references product on delete cascade,
  position integer not null default 0,
  value_0 text not null default '',
  value_1 text not null default '',
  pictures text[] not null default '{}',
  -- No longer in the catalogue folder. It stays for existing orders and is never offered.
  retired boolean not null default false,
  vat_class text not null default 'standard' check (vat_class = any (vat_classes()))
);
create unique index one_article_per_values on article (product_id, value_0, value_1) where not retired;
-- Includes retired articles.
create index on article (product_id);
create index article_by_picture on article using gin (pictures);
-- For the check where a value is used, before it is merged or removed.
create index article_by_value on article (value_0, value_1);

-- What a channel sells, and for how many points. Never deleted, because carts and orders refer to it.
create table offer (
  spli_id text generated always as (channel_id || '-' || sku) stored primary key,
  channel_id text not null references channel,
  sku text not null references article on delete cascade,
  points integer not null check (points between 0 and 100000),
  position integer not null default 0,
  active boolean not null default true,
  row_version bigint not null default nextval('row_version'),
  unique (channel_id, sku)
);
create index on offer (sku);
-- For lists that show whether a gift is on sale anywhere.
create index offer_on_sale on offer (sku) where active;
create index offer_in_reach on offer (channel_id, points) where active;

-- Search synonyms, one row per line of synonyms.yaml. A channel's rows are added to those of channel 2.
create table gift_keyword (
  channel_id text references channel on delete cascade,
  language text check (language = any (known_languages())),
  -- 'same': synonyms. 'also': a word and its further matches. 'sustainable': words for sustainable gifts. 'parts':
  -- parts of compounds.
  kind text check (kind in ('same', 'also', 'sustainable', 'parts')),
  position integer check (position >= 0),
  words text[] not null check (cardinality(words) > 0),
  primary key (channel_id, language, kind, "position")
);

-- Triggers

create trigger brand_version_moves before update on brand
  for each row execute function next_row_version();
create trigger tag_group_version_moves before update on tag_group
  for each row execute function next_row_version();
create trigger tag_version_moves before update on tag
  for each row execute function next_row_version();
create trigger dimension_version_moves before update on dimension
  for each row execute function next_row_version();
create trigger dimension_value_version_moves before update on dimension_value
  for each row execute function next_row_version();
create trigger product_version_moves before update on product
  for each row execute function next_row_version();
create trigger product_text_version_moves before update on product_text
  for each row execute function next_row_version();
-- Tags, related gifts and articles are parts of a gift, so their changes increase the version of the gift.
create trigger gift_of_new_parts after insert on product_tag referencing new table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_changed_parts after update on product_tag referencing new table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_lost_parts after delete on product_tag referencing old table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_new_parts after insert on cross_sell referencing new table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_changed_parts after update on cross_sell referencing new table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_lost_parts after delete on cross_sell referencing old table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_new_parts after insert on article referencing new table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_changed_parts after update on article referencing new table as touched
  for each statement execute function parts_of_gift_changed();
create trigger gift_of_lost_parts after delete on article referencing old table as touched
  for each statement execute function parts_of_gift_changed();
create trigger offer_version_moves before update on offer
  for each row execute function next_row_version();
