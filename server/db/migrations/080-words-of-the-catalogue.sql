-- Brands, tags, groups and dimensions are made, renamed, moved, merged and retired at the desk, by the engine of 074.

do $$
declare
  word text;
begin
  foreach word in array array['brand', 'tag_group', 'tag', 'dimension', 'dimension_value'] loop
    execute format('alter table %I add column row_version bigint not null default nextval(''row_version'')', word);
    execute format('create trigger %I before update on %I for each row execute function next_row_version()',
      word || '_version_moves', word);
  end loop;
  -- Given to nothing new; what has it keeps it.
  foreach word in array array['brand', 'tag', 'dimension', 'dimension_value'] loop
    execute format('alter table %I add column retired boolean not null default false', word);
  end loop;
end $$;

alter table bulk_change drop constraint bulk_change_kind_check;
alter table bulk_change add constraint bulk_change_kind_check
  check (kind in ('gift', 'bulk', 'import', 'undo', 'word', 'merge'));
-- What it changed of menus and tiles: those are changed by releases only, and go back by one.
alter table bulk_change add column release_id bigint references release;

alter table bulk_change_row drop constraint bulk_change_row_kind_check;
alter table bulk_change_row add constraint bulk_change_row_kind_check check
  (kind in ('gift', 'article', 'text', 'offer', 'brand', 'group', 'tag', 'dimension', 'value'));

-- Where a value is used is asked before it is merged or removed.
create index article_by_value on article (value_0, value_1);
create index on home_tile using gin (tag_ids);
create index on navigation_tag (tag_id);
