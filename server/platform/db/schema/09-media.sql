-- Pictures and videos. The hash of the content is the key, so a changed file is another row.

create table picture (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  media_type text not null
    check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml',
      'video/webm', 'video/mp4', 'text/vtt')),
  width integer not null default 0 check (width >= 0),
  height integer not null default 0 check (height >= 0),
  bytes bytea not null check (length(bytes) between 1 and 20000000),
  name text not null default '',
  created_at timestamptz not null default now(),
  -- In percent of width and height. Null: the page's default.
  focal_x smallint check (focal_x between 0 and 100),
  focal_y smallint check (focal_y between 0 and 100),
  -- True: the picture adds nothing to the text beside it, so it needs no alternative text.
  decoration boolean not null default false,
  -- It can no longer be chosen. The bytes stay, because mails and orders show it.
  removed_at timestamptz,
  -- Its version at the last change in the back office. An older import does not overwrite that change.
  staff_version bigint not null default 0,
  row_version bigint not null default nextval('row_version'),
  -- Why the picture cannot be resized. Null: it can, or no size was requested yet.
  unusable text check (unusable in ('time', 'memory', 'size', 'error')),
  constraint picture_focal_whole check ((focal_x is null) = (focal_y is null))
);
create index on picture (created_at desc, hash);

-- Alternative texts. A place that shows the picture can have its own text instead.
create table media_alt_text (
  picture_hash text references picture on delete cascade,
  language text check (language = any (known_languages())),
  alt text not null check (alt <> '' and length(alt) <= 1000),
  primary key (picture_hash, language)
);

-- Who uploaded a picture. They may choose it before anything shows it. Several people can upload the same file.
create table image_uploader (
  picture_hash text references picture on delete cascade,
  staff_id bigint references staff,
  at timestamptz not null,
  primary key (picture_hash, staff_id)
);

-- Uploads are converted. The hash of the sent file identifies a repeated upload.
create table image_upload (
  sent_hash text primary key check (sent_hash ~ '^[0-9a-f]{64}$'),
  picture_hash text not null references picture on delete cascade
);
create index on image_upload (picture_hash);

-- Triggers

create trigger picture_version_moves before update on picture
  for each row execute function next_row_version();
