-- What the receipt of a withdrawal says where nothing was sent, or nothing has to come back.

create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', 'orderPage', 'text', 'receiptCreditUnsent', 'Nog niet verstuurd. Komt het toch, stuur het dan terug. Als het terug is, of er niets komt, krijg je terug: {amount}.', 'Not sent yet. If it still arrives, send it back. Once it is back, or nothing comes, you receive: {amount}.', 'Noch nicht versendet. Kommt es doch, senden Sie es zurück. Sobald es zurück ist oder nichts kommt, erhalten Sie zurück: {amount}.', 'Pas encore envoyé. Si cela arrive quand même, renvoyez-le. Dès son retour, ou si rien ne vient, vous recevrez : {amount}.'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'receiptCreditNothing', 'Je hoeft niets terug te sturen. Je krijgt terug: {amount}.', 'You need not send anything back. You receive: {amount}.', 'Sie brauchen nichts zurückzusenden. Sie erhalten zurück: {amount}.', 'Vous n’avez rien à renvoyer. Vous recevrez : {amount}.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
