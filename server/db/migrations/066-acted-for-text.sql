-- What a holder's orders say of colleagues who were in the shop for them, since this version: a shop that has begun is
-- given it once, where it says nothing in its place.
insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', 'confirmationpagecomponents', 'orderPage', 'text', 'ordersActedFor', language, value, 1000
from (values
  ('nl', 'Op {date} was onze klantenservice voor jou in de winkel: {reason}'),
  ('en', 'On {date} our customer service was in the shop for you: {reason}'),
  ('de', 'Am {date} war unser Kundenservice für dich im Shop: {reason}'),
  ('fr', 'Le {date}, notre service clients était dans la boutique pour vous : {reason}')
) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = 'confirmationpagecomponents')
  and not exists (
    select from content c where c.channel_id = '2' and c.path = 'confirmationpagecomponents'
      and c.block = 'orderPage' and c.key = 'ordersActedFor'
  );
