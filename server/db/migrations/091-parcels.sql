-- Parcels say what is in them and how far they are. Decision 056.

lock table purse, cart, stock in exclusive mode;
do $$
begin
  for tries in 1 .. 400 loop
    begin
      set local lock_timeout = '200ms';
      lock table order_line, parcel in access exclusive mode;
      set local lock_timeout = 0;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.05 * random());
    end;
  end loop;
  raise exception 'the tables of the orders could not be had for a moment: stop what writes to them, then try again';
end $$;

alter table parcel
  add column round integer not null default 0,
  add column state text not null default 'sent' check (state in ('sent', 'delivered', 'lost', 'refused')),
  -- null: it left before that was kept.
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  -- Since when it is what it is.
  add column state_at timestamptz;
create index parcel_by_state on parcel (state, sent_at, order_number, code) where sent_at is not null;

-- How many pieces of which line are in it; a parcel without lines is one of which nobody said so.
create table parcel_line (
  order_number text not null references orders,
  code text not null,
  line integer not null,
  quantity integer not null check (quantity > 0),
  primary key (order_number, code, line),
  foreign key (order_number, line) references order_line
);
create index on parcel_line (order_number, line);

-- No more pieces are on their way than were ordered; what was lost or came back is not.
create function parcel_within_line() returns trigger language plpgsql as $$
declare
  bought integer;
  packed integer;
begin
  select quantity into bought from order_line
    where order_number = new.order_number and line = new.line for update;
  select coalesce(sum(parcel_line.quantity), 0) into packed
    from parcel_line join order_line using (order_number, line)
      join parcel on parcel.order_number = parcel_line.order_number and parcel.code = parcel_line.code
        and parcel.month = order_line.month
    where parcel_line.order_number = new.order_number and parcel_line.line = new.line
      and parcel_line.code <> new.code and parcel.state not in ('lost', 'refused')
      and parcel.round = order_line.round;
  if bought is null or packed + new.quantity > bought then
    raise exception 'parcel_line: more than was ordered' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger parcel_within_line before insert or update on parcel_line
  for each row execute function parcel_within_line();

-- What holders read of it, where a shop has begun and says nothing in its place.
create temporary table new_text (path, block, kind, key, nl, en, de, fr) on commit drop as values
  ('confirmationpagecomponents', '', 'text', 'eventParcelDelivered', 'Pakket {description} bezorgd', 'Parcel {description} delivered', 'Paket {description} zugestellt', 'Colis {description} livré'),
  ('confirmationpagecomponents', '', 'text', 'eventParcelLost', 'Pakket {description} is zoekgeraakt', 'Parcel {description} was lost', 'Paket {description} ist verloren gegangen', 'Colis {description} perdu'),
  ('confirmationpagecomponents', '', 'text', 'eventParcelRefused', 'Pakket {description} kwam onbezorgd terug', 'Parcel {description} came back undelivered', 'Paket {description} kam unzugestellt zurück', 'Colis {description} revenu sans avoir été livré'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'statePartlySent', 'Deels onderweg', 'Partly on its way', 'Teilweise unterwegs', 'En partie en route'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'parcelPieces', '{count} in dit pakket', '{count} in this parcel', '{count} in diesem Paket', '{count} dans ce colis'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'parcelDelivered', 'Bezorgd op {date}', 'Delivered on {date}', 'Zugestellt am {date}', 'Livré le {date}'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'parcelLost', 'Zoekgeraakt', 'Lost', 'Verloren', 'Perdu'),
  ('confirmationpagecomponents', 'orderPage', 'text', 'parcelRefused', 'Onbezorgd terug', 'Came back undelivered', 'Unzugestellt zurück', 'Revenu sans avoir été livré');

insert into content (channel_id, path, block, kind, key, language, value, position)
select '2', path, block, kind, key, language, value, 1000
from new_text
cross join lateral (values ('nl', nl), ('en', en), ('de', de), ('fr', fr)) said (language, value)
where exists (select from content c where c.channel_id = '2' and c.path = new_text.path)
  and not exists (
    select from content c
    where c.channel_id = '2' and c.path = new_text.path and c.block = new_text.block and c.key = new_text.key
  );
