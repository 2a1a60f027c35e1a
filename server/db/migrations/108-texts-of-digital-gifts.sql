-- What holders read of digital gifts, where a shop has begun and says nothing in its place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', '', 'text', 'eventBackOrder', 'Even niet op voorraad: we sturen het zodra het binnen is', 'Out of stock for now: we send it as soon as it is in', 'Im Moment nicht vorrätig: Wir schicken es, sobald es da ist', 'En rupture pour le moment : nous l’envoyons dès réception'),
  ('confirmationpagecomponents', '', 'text', 'eventDigitalHanded', 'Digitaal cadeau gestuurd: {description}', 'Digital gift sent: {description}', 'Digitales Geschenk verschickt: {description}', 'Cadeau numérique envoyé : {description}'),
  ('confirmationpagecomponents', '', 'text', 'eventDigitalWaits', 'De code voor {description} komt later', 'The code for {description} comes later', 'Der Code für {description} kommt später', 'Le code pour {description} arrive plus tard'),
  ('confirmationpagecomponents', '', 'text', 'mailDigitalCodes', 'Je digitale cadeau', 'Your digital gift', 'Ihr digitales Geschenk', 'Votre cadeau numérique'),
  ('confirmationpagecomponents', '', 'text', 'mailDigitalWaits', 'Je digitale cadeau komt later', 'Your digital gift comes later', 'Ihr digitales Geschenk kommt später', 'Votre cadeau numérique arrive plus tard'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalTitle', 'Je digitale cadeaus', 'Your digital gifts', 'Ihre digitalen Geschenke', 'Vos cadeaux numériques'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalText', 'Je hebt dit ook per mail gekregen, op {email}.', 'You also got this by e-mail, at {email}.', 'Das kam auch per E-Mail an {email}.', 'Vous l’avez aussi reçu par e-mail, à {email}.'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalCode', 'Code', 'Code', 'Code', 'Code'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalPin', 'Pincode', 'PIN', 'PIN', 'Code PIN'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalCopy', 'Kopieer', 'Copy', 'Kopieren', 'Copier'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalCopied', 'Gekopieerd', 'Copied', 'Kopiert', 'Copié'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalPdf', 'Download pdf', 'Download PDF', 'PDF herunterladen', 'Télécharger le PDF'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalPdfFailed', 'Downloaden lukt nu niet. Probeer het zo nog eens.', 'Downloading does not work right now. Try again in a moment.', 'Der Download klappt gerade nicht. Bitte versuchen Sie es gleich noch einmal.', 'Le téléchargement ne fonctionne pas pour l’instant. Réessayez dans un instant.'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalWaits', 'De code voor {name} is er nog niet. We mailen hem naar {email} zodra hij er is; je hoeft niets te doen.', 'The code for {name} is not there yet. We will mail it to {email} as soon as it is; there is nothing you have to do.', 'Der Code für {name} ist noch nicht da. Wir schicken ihn an {email}, sobald er da ist; Sie brauchen nichts zu tun.', 'Le code pour {name} n’est pas encore là. Nous l’enverrons à {email} dès qu’il sera disponible ; vous n’avez rien à faire.'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'digitalHidden', 'Alleen te zien voor wie de bestelling heeft gedaan', 'Only shown to whoever placed the order', 'Nur für die Person sichtbar, die bestellt hat', 'Visible uniquement par la personne qui a passé la commande');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
