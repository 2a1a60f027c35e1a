-- The texts and theme of a channel, by the field names of changes.
create or replace function channel_fields(channel) returns jsonb language sql immutable as $$
  select jsonb_build_object(
      'name', $1.name, 'logo', $1.logo, 'default_language', $1.default_language, 'offered_languages', $1.offered_languages, 'countries', $1.countries,
      'undo_minutes', $1.undo_minutes, 'can_buy_points', $1.can_buy_points, 'continue_shipping', $1.continue_shipping,
      'home_delivery_allowed', $1.home_delivery_allowed, 'split_shipment_allowed', $1.split_shipment_allowed,
      'skip_cart_overlay', $1.skip_cart_overlay, 'no_quantity_adjustment', $1.no_quantity_adjustment,
      'no_filter', $1.no_filter, 'use_chatbot', $1.use_chatbot, 'blur_category_images', $1.blur_category_images)
    || (select coalesce(jsonb_object_agg('company.' || key, value), '{}') from jsonb_each($1.company))
    || (select coalesce(jsonb_object_agg('logo_alt.' || key, value), '{}') from jsonb_each($1.logo_alt))
    || (select coalesce(jsonb_object_agg('organisation.' || key, value), '{}') from jsonb_each($1.organisation))
    || (select coalesce(jsonb_object_agg('theme.' || (option ->> 'reference'), option -> 'value'), '{}')
        from jsonb_array_elements($1.theme_options) option)
$$;

-- Any change of a row gives it a version that was never used before.
create or replace function next_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := nextval('row_version');
  return new;
end $$;

-- Two people may change different fields of one channel, so each field has a version of its own.
create or replace function next_channel_version() returns trigger language plpgsql as $$
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

-- The tags of a menu item belong to the item.
create or replace function tags_of_item_changed() returns trigger language plpgsql as $$
begin
  update navigation_item set position = position
  where channel_id = coalesce(new.channel_id, old.channel_id) and id = coalesce(new.item_id, old.item_id);
  return null;
end $$;

-- What was published is as it was published: only a draft, or what the end of a release will put back, may change.
create or replace function changes_of_a_draft() returns trigger language plpgsql as $$
declare
  changed bigint := case tg_op when 'DELETE' then old.release_id else new.release_id end;
begin
  if (select state from release where id = changed) not in ('draft', 'stopped', 'scheduled') then
    raise exception 'release %: only a draft can be changed', changed using errcode = 'check_violation', constraint = 'changes_of_a_draft';
  end if;
  return coalesce(new, old);
end $$;
