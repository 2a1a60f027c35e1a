-- What holders and employers read of what an employer sees, where a shop has begun and says nothing in its place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('privacystatementcomponents', 'employerSees', 'text', 'seesTitle', 'Wat je werkgever ziet', 'What your employer sees', 'Was Ihr Arbeitgeber sieht', 'Ce que voit votre employeur'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesIntro', 'Hieronder staat alles wat {employer} over dit cadeau te zien krijgt. Op de eigen pagina van {employer} staan precies dezelfde cijfers.', 'Below is everything that {employer} gets to see of this gift. The page of {employer} shows exactly the same figures.', 'Unten steht alles, was {employer} von diesem Geschenk zu sehen bekommt. Auf der eigenen Seite von {employer} stehen genau dieselben Zahlen.', 'Voici tout ce que {employer} peut voir de ce cadeau. La page de {employer} montre exactement les mêmes chiffres.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNobody', 'Dit cadeau is niet namens een werkgever gegeven. Niemand krijgt er cijfers van te zien.', 'This gift was not given on behalf of an employer. Nobody gets to see figures of it.', 'Dieses Geschenk wurde nicht im Namen eines Arbeitgebers gegeben. Niemand bekommt davon Zahlen zu sehen.', 'Ce cadeau n’a pas été offert au nom d’un employeur. Personne n’en voit les chiffres.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNone', 'Er zijn nog geen cijfers. Die komen na de eerste nacht, en alleen over tien mensen of meer.', 'There are no figures yet. They come after the first night, and only about ten people or more.', 'Es gibt noch keine Zahlen. Sie kommen nach der ersten Nacht und nur über zehn Menschen oder mehr.', 'Il n’y a pas encore de chiffres. Ils viennent après la première nuit, et seulement à partir de dix personnes.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesDoes', 'Wel te zien', 'What can be seen', 'Zu sehen', 'Ce qui est visible'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesDoes1', 'Sommen over minstens tien mensen, in stappen van vijf, en één keer per nacht.', 'Sums about at least ten people, in steps of five, and once a night.', 'Summen über mindestens zehn Menschen, in Schritten von fünf und einmal pro Nacht.', 'Des totaux sur au moins dix personnes, par pas de cinq, une fois par nuit.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesDoes2', 'De namen, afdelingen en adressen die de werkgever zelf heeft doorgegeven.', 'The names, departments and addresses that the employer itself passed on.', 'Die Namen, Abteilungen und Adressen, die der Arbeitgeber selbst angegeben hat.', 'Les noms, services et adresses que l’employeur a lui-même transmis.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesDoes3', 'Welke mail niet aankwam, zodat het adres verbeterd kan worden.', 'Which mail did not arrive, so that the address can be corrected.', 'Welche E-Mail nicht ankam, damit die Adresse berichtigt werden kann.', 'Quel e-mail n’est pas arrivé, pour que l’adresse puisse être corrigée.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNever', 'Nooit te zien', 'What can never be seen', 'Nie zu sehen', 'Ce qui n’est jamais visible'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNever1', 'Wat iemand kiest, bestelt of terugstuurt.', 'What anybody chooses, orders or sends back.', 'Was jemand auswählt, bestellt oder zurückschickt.', 'Ce que quelqu’un choisit, commande ou renvoie.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNever2', 'Wie er is komen kijken en wie heeft besteld; ook niet bij een herinnering.', 'Who came to look and who ordered; not with a reminder, either.', 'Wer vorbeigeschaut und wer bestellt hat; auch nicht bei einer Erinnerung.', 'Qui est venu voir et qui a commandé ; pas même lors d’un rappel.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNever3', 'Waar een cadeau heen gaat, en wat iemand onze klantenservice vraagt.', 'Where a gift goes, and what anybody asks our service.', 'Wohin ein Geschenk geht und was jemand unseren Kundendienst fragt.', 'Où va un cadeau, et ce que quelqu’un demande à notre service.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesHow', 'Dat is geen afspraak alleen: de database weigert het. Wie met het account van de werkgever naar bestellingen vraagt, krijgt geen antwoord.', 'That is not just agreed: the database refuses it. Whoever asks for orders with the employer’s account is given no answer.', 'Das ist nicht nur vereinbart: Die Datenbank verweigert es. Wer mit dem Konto des Arbeitgebers nach Bestellungen fragt, bekommt keine Antwort.', 'Ce n’est pas qu’une promesse : la base de données le refuse. Qui demande des commandes avec le compte de l’employeur n’obtient aucune réponse.'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesCampaign', 'Actie', 'Campaign', 'Aktion', 'Opération'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesDepartment', 'Afdeling', 'Department', 'Abteilung', 'Service'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesAll', 'Iedereen', 'Everybody', 'Alle', 'Tout le monde'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesPeople', 'Mensen', 'People', 'Menschen', 'Personnes'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesSent', 'Gemaild', 'Mailed', 'Per E-Mail', 'Envoyés'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesBounced', 'Niet aangekomen', 'Did not arrive', 'Nicht angekommen', 'Non arrivés'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesCame', 'Langs geweest', 'Came to look', 'Vorbeigeschaut', 'Venus voir'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesOrdered', 'Besteld', 'Ordered', 'Bestellt', 'Commandé'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesPoints', 'Punten besteed', 'Points spent', 'Punkte eingelöst', 'Points dépensés'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesAtLeast', '{count} of meer', '{count} or more', '{count} oder mehr', '{count} ou plus'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesFew', 'minder dan 5', 'fewer than 5', 'weniger als 5', 'moins de 5'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesNight', 'Cijfers van {date}', 'Figures of {date}', 'Zahlen vom {date}', 'Chiffres du {date}'),
  ('privacystatementcomponents', 'employerSees', 'text', 'seesLink', 'Wat ziet mijn werkgever?', 'What does my employer see?', 'Was sieht mein Arbeitgeber?', 'Que voit mon employeur ?');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
