-- Two texts said du where the shop says Sie. Texts that editors changed stay as they are.
update content set value = said.after
from (values
  ('addressNothing',
    'Nichts gefunden. Bitte trag deine Adresse unten selbst ein.',
    'Nichts gefunden. Bitte tragen Sie Ihre Adresse unten selbst ein.'),
  ('ordersActedFor',
    'Am {date} war unser Kundenservice für dich im Shop: {reason}',
    'Am {date} war unser Kundenservice für Sie im Shop: {reason}')
) said (key, before, after)
where content.kind = 'text' and content.key = said.key and content.language = 'de' and content.value = said.before
  -- A shop that says du throughout means it.
  and exists (select from content other
    where other.language = 'de' and other.path = 'deliverydatacomponents' and other.value ~ '\mIhre');
