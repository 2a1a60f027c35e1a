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

-- A search that finds nothing was no choice. The editors' own words stay.
update content set value = said.after
from (values
  ('nl',
    'Met deze keuze blijft er niets over. Kies wat ruimer of zoek met een ander woord.',
    'Niets gevonden. Kies wat ruimer of zoek met een ander woord.'),
  ('en',
    'This choice leaves nothing over. Choose more widely or try another word.',
    'Nothing found. Choose more widely or search for another word.'),
  ('de',
    'Mit dieser Auswahl bleibt nichts übrig. Wählen Sie weniger eng oder suchen Sie mit einem anderen Wort.',
    'Nichts gefunden. Wählen Sie weniger eng oder suchen Sie mit einem anderen Wort.'),
  ('fr',
    'Avec ces critères, il ne reste rien. Élargissez votre choix ou essayez un autre mot.',
    'Rien trouvé. Élargissez votre choix ou cherchez un autre mot.')
) said (language, before, after)
where path = 'productlistpagecomponents' and key = 'no_products'
  and content.language = said.language and content.value = said.before;
