-- Texts, menus and tiles of the channels. Only releases change them.

-- One row per text. Languages and channels fall back per row.
create table content (
  channel_id text references channel on delete cascade,
  path text check (path ~ '^[a-z0-9][a-zA-Z0-9-]{0,79}$'),
  -- '' is the page's own block. 'faq/3' is the third item of the block 'faq'.
  block text default '',
  kind text check (kind in ('text', 'area', 'number', 'media', 'url')),
  key text check (key <> ''),
  language text default '' check (language = '' or language = any (known_languages())),
  value text not null,
  alt text not null default '',
  position integer not null default 0,
  row_version bigint not null default nextval('row_version'),
  -- The text as the search reads it: lower case and without markup, computed once when it is written.
  search_text text generated always as (
    case when kind = 'text' then lower(value)
      when kind = 'area' then lower(regexp_replace(value, '<[^>]*>', '', 'g'))
      when kind = 'media' and alt <> '' then lower(alt) end
  ) stored,
  primary key (channel_id, path, block, kind, key, language),
  check (kind <> 'number' or value ~ '^-?[0-9]+(\.[0-9]+)?$')
);
-- The picture library searches for uses in each kind of content separately.
create index content_by_picture on content (left(value, 32)) where kind = 'media' and value <> '';
create index content_with_pictures on content (channel_id) where kind = 'area' and value like '%/images/%';

-- The default texts that the shop last took from `starting-shop/`, in one row. A text that still equals its default
-- follows the files of the next version.
create table applied_default_texts (
  hash text primary key,
  texts jsonb not null check (jsonb_typeof(texts) = 'array')
);

create table navigation_item (
  channel_id text references channel on delete cascade,
  id text check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  parent_id text,
  position integer not null default 0,
  banner text not null default '',
  texts jsonb not null default '{}',
  row_version bigint not null default nextval('row_version'),
  -- Alternative text of the banner, by language. Alternative texts of a tile are in `texts`.
  banner_alt jsonb not null default '{}' check (jsonb_typeof(banner_alt) = 'object'),
  primary key (channel_id, id),
  foreign key (channel_id, parent_id) references navigation_item on delete cascade
);
create index navigation_by_picture on navigation_item (left(banner, 32)) where banner <> '';

create table navigation_tag (
  channel_id text,
  item_id text,
  tag_id text references tag,
  position integer not null default 0,
  web_menu_column integer not null default 1 check (web_menu_column between 1 and 4),
  primary key (channel_id, item_id, tag_id),
  foreign key (channel_id, item_id) references navigation_item on delete cascade
);
create index on navigation_tag (tag_id);

create table home_tile (
  channel_id text references channel on delete cascade,
  kind text check (kind in ('category', 'brand')),
  id text check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position integer not null default 0,
  extra boolean not null default false,
  tag_ids text[] not null default '{}',
  banner text not null default '',
  media text not null default '',
  texts jsonb not null default '{}',
  row_version bigint not null default nextval('row_version'),
  primary key (channel_id, kind, id)
);
create index tile_by_banner on home_tile (left(banner, 32)) where banner <> '';
create index tile_by_media on home_tile (left(media, 32)) where media <> '';
create index on home_tile using gin (tag_ids);

-- Triggers

create trigger content_version_moves before update on content
  for each row execute function next_row_version();
create trigger navigation_version_moves before update on navigation_item
  for each row execute function next_row_version();
create trigger tags_of_item_changed after insert or update or delete on navigation_tag
  for each row execute function tags_of_item_changed();
create trigger tile_version_moves before update on home_tile
  for each row execute function next_row_version();
