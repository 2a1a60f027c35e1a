-- What the shop says and shows is changed by releases: a change belongs to one, with the version that it was made from.

-- ── Versions of what can be changed ─────────────────────────────────────────────────────────────

-- One counter for all, so that nothing ever comes back to a version it had: 0 is what is not there.
create sequence row_version as bigint;

alter table content add column row_version bigint not null default nextval('row_version');
alter table navigation_item add column row_version bigint not null default nextval('row_version');
alter table home_tile add column row_version bigint not null default nextval('row_version');
alter table channel add column row_version bigint not null default nextval('row_version');
-- Of each field that was changed since the channel was made, by the names of channel_fields().
alter table channel add column field_versions jsonb not null default '{}';

create function next_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := nextval('row_version');
  return new;
end $$;
create trigger content_version_moves before update on content for each row execute function next_row_version();
create trigger navigation_version_moves before update on navigation_item for each row execute function next_row_version();
create trigger tile_version_moves before update on home_tile for each row execute function next_row_version();

create function next_channel_version() returns trigger language plpgsql as $$
declare
  before jsonb := channel_fields(old);
  after jsonb := channel_fields(new);
  field text;
begin
  for field in
    select key from (select jsonb_object_keys(before) union select jsonb_object_keys(after)) keys (key)
    where before -> key is distinct from after -> key
  loop
    new.row_version := nextval('row_version');
    new.field_versions := new.field_versions || jsonb_build_object(field, new.row_version);
  end loop;
  return new;
end $$;
create trigger channel_version_moves before update on channel for each row execute function next_channel_version();

create function tags_of_item_changed() returns trigger language plpgsql as $$
begin
  update navigation_item set position = position
  where channel_id = coalesce(new.channel_id, old.channel_id) and id = coalesce(new.item_id, old.item_id);
  return null;
end $$;
create trigger tags_of_item_changed after insert or update or delete on navigation_tag
  for each row execute function tags_of_item_changed();

-- ── Releases ────────────────────────────────────────────────────────────────────────────────────

create table release (
  id bigint generated always as identity primary key,
  name text not null check (name <> '' and length(name) <= 200),
  -- From where: the desk, a folder that was imported, or the shop itself where it puts back what was.
  source text not null default 'desk' check (source in ('desk', 'folder', 'undo', 'end')),
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'stopped', 'live', 'ended', 'archived')),
  -- The channels that its changes are in: whoever works in all of them sees it.
  channels text[] not null default '{}',
  from_at timestamptz,
  until_at timestamptz check (until_at > from_at),
  -- Whose clocks from and until were said by.
  time_zone text,
  -- What it takes back.
  reverts_id bigint references release,
  -- At whose end it puts back what was.
  ends_id bigint references release,
  -- Why it did not go out, and what it left because somebody changed it since.
  notes jsonb not null default '{}',
  version integer not null default 1,
  made_by bigint references staff,
  made_at timestamptz not null,
  -- Who said so, and when it was in the shop.
  published_by bigint references staff,
  published_at timestamptz,
  check ((state in ('live', 'ended')) = (published_at is not null)),
  check (state <> 'scheduled' or from_at is not null),
  check ((source = 'end') = (ends_id is not null)),
  check (until_at is null or source = 'desk')
);
create index on release (state, id);
create index on release (reverts_id) where reverts_id is not null;
-- A release ends once.
create unique index release_ends_once on release (ends_id) where state <> 'archived';

create table release_change (
  release_id bigint not null references release,
  kind text not null check (kind in ('content', 'navigation', 'tile', 'channel', 'mail')),
  -- What is changed, in one line: the key in an order that does not change.
  subject text not null,
  key jsonb not null check (jsonb_typeof(key) = 'object'),
  channel_id text not null references channel,
  -- As it was when it was made: 0 is what was not there.
  base_version bigint not null check (base_version >= 0),
  before jsonb,
  after jsonb,
  -- Moves with every change of the change, for two who write in one draft.
  version integer not null default 1,
  changed_by bigint references staff,
  changed_at timestamptz not null,
  primary key (release_id, kind, subject)
);
create index on release_change (kind, subject);
create function changes_of_a_draft() returns trigger language plpgsql as $$
declare
  changed bigint := case tg_op when 'DELETE' then old.release_id else new.release_id end;
begin
  if (select state from release where id = changed) not in ('draft', 'stopped', 'scheduled') then
    raise exception 'release %: only a draft can be changed', changed using errcode = 'check_violation', constraint = 'changes_of_a_draft';
  end if;
  return coalesce(new, old);
end $$;
create trigger changes_of_a_draft before insert or update or delete on release_change
  for each row execute function changes_of_a_draft();

-- What was published, thing by thing; the history of each thing.
create table content_version (
  id bigint generated always as identity primary key,
  release_id bigint not null references release,
  kind text not null check (kind in ('content', 'navigation', 'tile', 'channel', 'mail')),
  subject text not null,
  key jsonb not null,
  channel_id text not null,
  before jsonb,
  after jsonb,
  -- Of the row, before and after; 0 where there was or is none.
  before_version bigint not null check (before_version >= 0),
  after_version bigint not null check (after_version >= 0),
  at timestamptz not null,
  unique (release_id, kind, subject)
);
create index on content_version (kind, subject, id desc);
create index on content_version (channel_id, id desc);
create trigger content_version_append_only before update or delete on content_version
  for each row execute function append_only();
create trigger content_version_no_truncate before truncate on content_version
  for each statement execute function append_only();
