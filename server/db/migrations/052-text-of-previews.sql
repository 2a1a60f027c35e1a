-- What the shop says to whoever looks at it from the desk and presses what would write: a shop that has begun is given it
-- where it says nothing in its place.
insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', 'websitetranslationcomponents', '', 'text', 'inPreview', language, value, 1000
from (values
  ('nl', 'Dit is een voorbeeld: er wordt niets bewaard of besteld.'),
  ('en', 'This is a preview: nothing is saved or ordered.'),
  ('de', 'Das ist eine Vorschau: nichts wird gespeichert oder bestellt.'),
  ('fr', 'Ceci est un aperçu : rien n’est enregistré ni commandé.')
) said (language, value)
where exists (select from content where channel_id = '2' and path = 'websitetranslationcomponents')
  and not exists (
    select from content
    where channel_id = '2' and path = 'websitetranslationcomponents' and key = 'inPreview'
  );
