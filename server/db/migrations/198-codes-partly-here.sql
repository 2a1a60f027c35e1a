-- What its holder reads of a digital gift of which some codes are here and some are not.

create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalPartly', 'Codes voor {name}: {count} van {total}. De rest mailen we naar {email} zodra die er is; je hoeft niets te doen.', 'Codes for {name}: {count} of {total}. We will mail the rest to {email} as soon as it is there; there is nothing you have to do.', 'Codes für {name}: {count} von {total}. Den Rest schicken wir an {email}, sobald er da ist; Sie brauchen nichts zu tun.', 'Codes pour {name} : {count} sur {total}. Nous enverrons le reste à {email} dès qu’il sera disponible ; vous n’avez rien à faire.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
