-- What the basket and an empty search say since this version: a shop that has begun is given them, once, where it says
-- nothing in their place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('basketcomponents', '', 'text', 'pointsExtra',
    'Bijbetalen mag tot',
    'You may add up to',
    'Zuzahlen geht bis',
    'Complément possible jusqu’à'),
  ('productlistpagecomponents', '', 'text', 'searchAbove',
    'Boven wat je kunt besteden is er wel iets: {gifts}.',
    'There is something above what you can spend: {gifts}.',
    'Über dem verfügbaren Betrag gibt es etwas: {gifts}.',
    'Il y a quelque chose au-dessus de ce que vous pouvez dépenser : {gifts}.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
