-- Pictures as a library: what each shows, in words, and which of its points must not be cut off.

-- In percent of its width and height; null: wherever the page itself looks.
alter table picture add column focal_x smallint check (focal_x between 0 and 100);
alter table picture add column focal_y smallint check (focal_y between 0 and 100);
alter table picture add constraint picture_focal_whole check ((focal_x is null) = (focal_y is null));
-- It says nothing that the words beside it do not say: whoever cannot see it misses nothing.
alter table picture add column decoration boolean not null default false;
-- Nobody chooses it any more. Its bytes stay: mails that were sent and orders show it.
alter table picture add column removed_at timestamptz;
-- Its version when somebody at the desk last said something of it: a folder that is older does not take that back.
alter table picture add column desk_version bigint not null default 0;
alter table picture add column row_version bigint not null default nextval('row_version');
create trigger picture_version_moves before update on picture for each row execute function next_row_version();
create index on picture (created_at desc, hash);

-- What it shows, wherever a use of it does not say otherwise.
create table media_text (
  picture_hash text not null references picture on delete cascade,
  language text not null check (language in ('nl', 'en', 'de', 'fr')),
  alt text not null check (alt <> '' and length(alt) <= 1000),
  primary key (picture_hash, language)
);

-- Who brought it: they may choose it though nothing shows it yet. The same file may come from several.
create table picture_adder (
  picture_hash text not null references picture on delete cascade,
  staff_id bigint not null references staff,
  at timestamptz not null,
  primary key (picture_hash, staff_id)
);

-- What was sent becomes a picture of the shop by being made anew, so the same file again is known by what was sent.
create table picture_sent (
  sent_hash text primary key check (sent_hash ~ '^[0-9a-f]{64}$'),
  picture_hash text not null references picture on delete cascade
);
create index on picture_sent (picture_hash);

-- One picture put in the place of another, wherever that was shown.
create table picture_replacement (
  id bigint generated always as identity primary key,
  old_hash text not null references picture,
  new_hash text not null references picture check (new_hash <> old_hash),
  -- What did it to texts, menus, tiles and logos, and to gifts.
  release_id bigint references release,
  bulk_id bigint references bulk_change,
  brands text[] not null default '{}',
  batches bigint[] not null default '{}',
  staff_id bigint references staff,
  at timestamptz not null,
  undone_at timestamptz,
  undone_by bigint references staff,
  check ((undone_at is null) = (undone_by is null))
);
create index on picture_replacement (old_hash, id desc);
create index on picture_replacement (new_hash, id desc);

-- Where a picture is shown is asked of each kind of place by itself.
create index content_by_picture on content (left(value, 32)) where kind = 'media' and value <> '';
create index content_with_pictures on content (channel_id) where kind = 'area' and value like '%/images/%';
create index navigation_by_picture on navigation_item (left(banner, 32)) where banner <> '';
create index tile_by_banner on home_tile (left(banner, 32)) where banner <> '';
create index tile_by_media on home_tile (left(media, 32)) where media <> '';
create index channel_by_logo on channel (left(logo, 32)) where logo <> '';
create index product_by_picture on product using gin (pictures);
create index article_by_picture on article using gin (pictures);
create index brand_by_picture on brand (picture) where picture is not null;
create index batch_by_picture on voucher_batch (giver_picture) where giver_picture is not null;

-- What is said of pictures is read with the words that all channels share.
alter table news drop constraint news_topic_check;
alter table news add constraint news_topic_check
  check (topic in ('channel', 'catalogue', 'stock', 'session', 'voucher', 'desk', 'picture'));
