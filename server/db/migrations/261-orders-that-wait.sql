-- Orders above the limit of a colleague who acts in a holder's place wait for a second person. What they spent is added up
-- from the points that were reserved in their name.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table ledger in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

create index ledger_spent_by_colleagues on ledger (staff_id, at) where kind = 'reserve' and staff_id is not null;

create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('deliverydatacomponents', '', 'text', 'waitsForApproval',
   'Deze bestelling is hoger dan wat je binnen 24 uur zelf voor ontvangers mag bestellen. Er is nog niets besteld. Een tweede persoon moet de aanvraag in het beheer goedkeuren. Daarna wordt deze cadeaumand precies zo besteld.', 'This order is above the points you can spend for recipients on your own within 24 hours. Nothing has been ordered yet. A second person must approve the request in the back office. Then this basket is ordered exactly as it is.', 'Diese Bestellung übersteigt die Punkte, die innerhalb von 24 Stunden ohne zweite Person für Empfänger ausgegeben werden dürfen. Es wurde noch nichts bestellt. Eine zweite Person muss die Anfrage in der Verwaltung freigeben. Danach wird dieser Geschenkekorb genau so bestellt.', 'Cette commande dépasse les points que vous pouvez dépenser seul pour des destinataires en 24 heures. Rien n’est encore commandé. Une deuxième personne doit approuver la demande dans l’administration. Ce panier sera alors commandé tel quel.'),
  ('deliverydatacomponents', '', 'text', 'actingLimit',
   'Deze bestelling is hoger dan wat je binnen 24 uur zelf voor ontvangers mag bestellen. Een bestelling met een kaartbetaling kan niet op goedkeuring wachten. Kies cadeaus die de punten dekken, of vraag de ontvanger om zelf te bestellen.', 'This order is above the points you can spend for recipients on your own within 24 hours. An order with a card payment cannot wait for approval. Choose gifts that the points cover, or ask the recipient to order.', 'Diese Bestellung übersteigt die Punkte, die innerhalb von 24 Stunden ohne zweite Person für Empfänger ausgegeben werden dürfen. Eine Bestellung mit Kartenzahlung kann nicht auf eine Freigabe warten. Möglich sind Geschenke, für die die Punkte reichen, oder eine Bestellung durch den Empfänger selbst.', 'Cette commande dépasse les points que vous pouvez dépenser seul pour des destinataires en 24 heures. Une commande avec paiement par carte ne peut pas attendre une approbation. Choisissez des cadeaux couverts par les points, ou demandez au destinataire de commander.');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) translated (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
