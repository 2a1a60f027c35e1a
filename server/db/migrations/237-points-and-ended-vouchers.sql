-- Voucher that ends while its holder shops, a server that is down, and the points left beside the points of the voucher.

create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('basketcomponents', '', 'text', 'messageVoucherExpired',
   'Je punten zijn verlopen. Je kunt er niet meer mee bestellen.', 'Your points have expired. You can no longer order with them.', 'Ihre Punkte sind abgelaufen. Eine Bestellung ist damit nicht mehr möglich.', 'Vos points ont expiré. Vous ne pouvez plus commander avec.'),
  ('headercomponents', '', 'text', 'validityEndedText',
   'Je punten waren geldig tot en met {valid_until}', 'Your points were valid until {valid_until}', 'Ihre Punkte waren bis {valid_until} gültig', 'Vos points étaient valables jusqu’au {valid_until}'),
  ('websitetranslationcomponents', '', 'text', 'serverDown',
   'De winkel is nu niet beschikbaar door een storing of onderhoud. Probeer het over een paar minuten opnieuw.', 'The shop is not available right now because of a fault or maintenance. Try again in a few minutes.', 'Der Shop ist wegen einer Störung oder Wartung zurzeit nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.', 'La boutique est indisponible en raison d’une panne ou d’une maintenance. Réessayez dans quelques minutes.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) translated (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );

-- Only where the editors left the text as it came with the shop.
update content set value = changed.after
from (values
  ('headercomponents', 'pointsLeftLabel', 'nl', 'nog {left} van {points}', 'nog {left} over'),
  ('headercomponents', 'pointsLeftLabel', 'en', '{left} of {points} left', '{left} left'),
  ('headercomponents', 'pointsLeftLabel', 'de', 'noch {left} von {points}', 'noch {left} übrig'),
  ('headercomponents', 'pointsLeftLabel', 'fr', 'encore {left} sur {points}', 'il en reste {left}'),
  ('confirmationpagecomponents', 'subtitle', 'en', 'Your gifts are on their way to you.', 'Your gifts will be on their way soon.')
) changed (path, key, language, before, after)
where content.channel_id = '2' and content.path = changed.path and content.block = '' and content.key = changed.key
  and content.language = changed.language and content.value = changed.before;

-- No page shows these any more.
delete from content
where block = '' and (path, key) in (
  ('websitetranslationcomponents', 'pointsOf'),
  ('personaldatacomponents', 'addressManual'),
  ('personaldatacomponents', 'addressChange')
);
