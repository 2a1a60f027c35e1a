-- No more pieces are on their way than were ordered; what was lost or came back is not.
create or replace function parcel_within_line() returns trigger language plpgsql as $$
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

-- The tracking page shows the recipient's address to anyone with the link.
create or replace function erase_shipments(p_numbers text[], p_months date[]) returns void language plpgsql as $$
begin
  update parcel set link = null where order_number = any(p_numbers) and month = any(p_months) and link is not null;
  update purchase_order_line set reason = '–' where order_number = any(p_numbers) and reason <> '';
  update sandbox_warehouse_order set content = erase_words(content, '{}')
    where split_part(order_number, '-', 1) = any(p_numbers);
end $$;
