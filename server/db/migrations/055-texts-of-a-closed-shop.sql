-- What a shop says that lets nobody in: one that has begun is given it, once, where it says nothing in its place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('logoncomponents', '', 'text', 'closedTitle',
    'De winkel is nog even dicht',
    'The shop is closed for now',
    'Der Shop ist gerade geschlossen',
    'La boutique est fermée pour le moment'),
  ('logoncomponents', '', 'text', 'closedText',
    'Je code blijft geldig. Kom later nog eens terug, of vraag degene die je het cadeau gaf wanneer de winkel opengaat.',
    'Your code stays valid. Come back later, or ask whoever gave you the gift when the shop opens.',
    'Ihr Code bleibt gültig. Schauen Sie später wieder vorbei oder fragen Sie, wer Ihnen das Geschenk gemacht hat, wann er öffnet.',
    'Votre code reste valable. Revenez plus tard ou demandez à la personne qui vous a offert le cadeau quand la boutique ouvrira.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
