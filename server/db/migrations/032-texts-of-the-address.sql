-- What the form of step 2 says of an address that is not found, and of a telephone number: a shop that has begun is given
-- them, once, where it says nothing in their place. The editors' own texts stay as they are.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('personaldatacomponents', '', 'text', 'addressNothing',
    'Niets gevonden. Vul je adres hieronder zelf in.',
    'Nothing found. Please fill in your address yourself below.',
    'Nichts gefunden. Bitte tragen Sie Ihre Adresse unten selbst ein.',
    'Rien trouvé. Saisissez votre adresse ci-dessous.'),
  ('personaldatacomponents', '', 'text', 'phoneTenDigits',
    'Een telefoonnummer heeft hier tien cijfers.',
    'A telephone number has ten digits here.',
    'Eine Telefonnummer hat hier zehn Ziffern.',
    'Un numéro de téléphone compte ici dix chiffres.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
