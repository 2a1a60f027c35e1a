-- What every start asks of all vouchers is answered by an index, however many there are.
create index voucher_demo on voucher (id) where is_demo;
create index voucher_pepper on voucher (pepper_id, valid_until);

-- Who is asking somebody outside, and until when nobody else begins to: no transaction is held open meanwhile. A row
-- whose moment has passed belongs to a process that died on the way, so what it asked for may have happened.
create table errand (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);

-- The same for a mail, whose row is written by every try anyway.
alter table mail add column leaving_until timestamptz;

-- Kept as text within JSON, an object opens nothing for whoever reads it, and a check of its kind lets it pass.
update cart set delivery = (delivery #>> '{}')::jsonb where jsonb_typeof(delivery) = 'string';
update cart set person = (person #>> '{}')::jsonb where jsonb_typeof(person) = 'string';
update orders set delivery = (delivery #>> '{}')::jsonb where jsonb_typeof(delivery) = 'string';
update orders set person = (person #>> '{}')::jsonb where jsonb_typeof(person) = 'string';
update cart set person = null where jsonb_typeof(person) = 'null';
update cart set delivery = null where jsonb_typeof(delivery) = 'null';
alter table cart
  add constraint cart_delivery_object check (jsonb_typeof(delivery) = 'object'),
  add constraint cart_person_object check (jsonb_typeof(person) = 'object');
alter table orders
  add constraint orders_delivery_object check (jsonb_typeof(delivery) = 'object'),
  add constraint orders_person_object check (jsonb_typeof(person) = 'object');
