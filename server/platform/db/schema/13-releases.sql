-- Releases of content, bulk changes of the catalogue, and imports.

create table release (
  id bigint generated always as identity primary key,
  name text not null check (name <> '' and length(name) <= 200),
  -- Where it comes from: the back office, an imported folder, an undo, or the end of a release with an end
  -- date.
  source text not null default 'backoffice' check (source in ('backoffice', 'folder', 'undo', 'end')),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'stopped', 'live', 'ended', 'archived')),
  -- The channels of its changes. Staff need access to all of them to see the release.
  channels text[] not null default '{}',
  from_at timestamptz,
  until_at timestamptz,
  -- The time zone in which the dates were entered.
  time_zone text,
  -- The release that this one undoes.
  reverts_id bigint references release,
  -- The release at whose end this one restores the previous state.
  ends_id bigint references release,
  -- Why it was not published, and which fields it skipped because they had changed since.
  notes jsonb not null default '{}',
  version integer not null default 1,
  made_by bigint references staff,
  made_at timestamptz not null,
  -- Null where the schedule published it.
  published_by bigint references staff,
  published_at timestamptz,
  check (until_at > from_at),
  check ((state in ('live', 'ended')) = (published_at is not null)),
  check (state <> 'scheduled' or from_at is not null),
  check ((source = 'end') = (ends_id is not null)),
  check (until_at is null or source = 'backoffice')
);
create index on release (state, id);
create index on release (reverts_id) where reverts_id is not null;
-- A release ends once.
create unique index release_ends_once on release (ends_id) where state <> 'archived';

create table release_change (
  release_id bigint references release,
  kind text check (kind in ('content', 'navigation', 'tile', 'channel', 'mail')),
  -- The key as one line, in a fixed order.
  subject text,
  key jsonb not null check (jsonb_typeof(key) = 'object'),
  channel_id text not null references channel,
  -- The version of the row when the change was created. 0: there was none.
  base_version bigint not null check (base_version >= 0),
  before jsonb,
  after jsonb,
  -- Increases with every edit, for two people in one draft.
  version integer not null default 1,
  changed_by bigint references staff,
  changed_at timestamptz not null,
  primary key (release_id, kind, subject)
);
create index on release_change (kind, subject);

-- The history of each published item.
create table content_version (
  id bigint generated always as identity primary key,
  release_id bigint not null references release,
  kind text not null check (kind in ('content', 'navigation', 'tile', 'channel', 'mail')),
  subject text not null,
  key jsonb not null,
  channel_id text not null,
  before jsonb,
  after jsonb,
  -- Versions of the row. 0: there was or is none.
  before_version bigint not null check (before_version >= 0),
  after_version bigint not null check (after_version >= 0),
  at timestamptz not null,
  unique (release_id, kind, subject)
);
create index on content_version (kind, subject, id desc);
create index on content_version (channel_id, id desc);

-- One write to the catalogue, of one field or of many.
create table bulk_change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('gift', 'bulk', 'import', 'undo', 'word', 'merge')),
  -- The field and the operation, as the user chose them.
  about jsonb not null default '{}' check (jsonb_typeof(about) = 'object'),
  reason text not null default '',
  -- The change that this one undoes. Each can be undone once.
  undoes_id bigint unique references bulk_change,
  import_id bigint,
  staff_id bigint references staff,
  at timestamptz not null,
  -- The number of fields written, and of fields skipped because they had changed since.
  written integer not null default 0 check (written >= 0),
  left_alone integer not null default 0 check (left_alone >= 0),
  -- The release with its changes to menus and tiles, which only a release can change or undo.
  release_id bigint references release,
  check ((kind = 'undo') = (undoes_id is not null))
);
create index on bulk_change (staff_id, id desc);
create index on bulk_change (import_id) where import_id is not null;

create table bulk_change_row (
  bulk_id bigint references bulk_change,
  -- What was changed. 'offer' is the gift in one channel.
  kind text check (kind in ('gift', 'article', 'text', 'offer', 'brand', 'group', 'tag', 'dimension', 'value')),
  -- The gift, also where one of its articles or offers was changed.
  product_id text not null,
  -- The article, or the gift again.
  id text,
  channel_id text default '',
  language text default '',
  field text,
  -- Null: there was no value.
  before jsonb,
  after jsonb,
  primary key (bulk_id, kind, id, channel_id, language, field),
  check (before is distinct from after)
);
create index on bulk_change_row (product_id, bulk_id desc);
create index on bulk_change_row (kind, id, bulk_id desc);

-- A picture that replaced another one wherever that was shown.
create table picture_replacement (
  id bigint generated always as identity primary key,
  old_hash text not null references picture,
  new_hash text not null references picture,
  -- The release with the changes to texts, menus, tiles and logos, and the bulk change of gifts.
  release_id bigint references release,
  bulk_id bigint references bulk_change,
  brands text[] not null default '{}',
  batches bigint[] not null default '{}',
  staff_id bigint references staff,
  at timestamptz not null,
  undone_at timestamptz,
  undone_by bigint references staff,
  check (new_hash <> old_hash),
  check ((undone_at is null) = (undone_by is null))
);
create index on picture_replacement (old_hash, id desc);
create index on picture_replacement (new_hash, id desc);

-- Spreadsheet imports: the rows, the problems of each, and the result.
create table import_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]{1,20}$'),
  file_name text not null check (file_name <> ''),
  file_hash text not null,
  -- Encoding, delimiter or sheet.
  reading jsonb not null default '{}',
  columns text[] not null,
  -- The field of each column, or null for an ignored column.
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array'),
  staff_id bigint not null references staff,
  job_id bigint references background_job,
  made_at timestamptz not null,
  undone_at timestamptz,
  -- Whether new gifts go on sale: the user's choice, and the proposal for the rows as they are now. Both null:
  -- no row adds a gift.
  on_sale boolean,
  on_sale_proposed boolean
);
create index on import_run (staff_id, id desc);
create index import_run_by_moment on import_run (made_at);

create table import_row (
  run_id bigint references import_run on delete cascade,
  line integer check (line > 0),
  cells text[] not null,
  -- The problems by cell. The outcome is what applying the row will do or has done.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  outcome text not null check (outcome in ('made', 'changed', 'same', 'refused')),
  taken_at timestamptz,
  primary key (run_id, line),
  check ((outcome = 'refused') = (problems <> '[]')),
  check (taken_at is null or outcome in ('made', 'changed'))
);
create index on import_row (run_id, outcome, line);

-- The last mapping of a file with the same columns.
create table import_mapping (
  kind text,
  columns_hash text,
  mapping jsonb not null,
  primary key (kind, columns_hash)
);

-- Triggers

create trigger release_creates_task after update on release for each row
  when (old.state <> new.state and (old.state = 'stopped' or new.state = 'stopped'))
  execute function release_creates_task();
create trigger changes_of_a_draft before insert or update or delete on release_change
  for each row execute function changes_of_a_draft();
create trigger content_version_append_only before update or delete on content_version
  for each row execute function append_only();
create trigger content_version_no_truncate before truncate on content_version
  for each statement execute function append_only();
create trigger bulk_change_row_append_only before update or delete on bulk_change_row
  for each row execute function append_only();
create trigger bulk_change_row_no_truncate before truncate on bulk_change_row
  for each statement execute function append_only();
