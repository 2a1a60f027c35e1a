-- Of an order of which some has come and some is on its way.

create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', 'orderPage', 'text', 'statePartlyDelivered', 'Deels bezorgd', 'Partly delivered', 'Teilweise zugestellt', 'Livré en partie');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
