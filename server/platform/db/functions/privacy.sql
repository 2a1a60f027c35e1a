-- Whether a row has only lost the texts of these columns, during an erasure. A dash replaces the text where a column
-- cannot be empty.
create or replace function only_erases(before jsonb, after jsonb, columns text[]) returns boolean language plpgsql stable as $$
declare
  name text;
begin
  if current_setting('shop.erasing', true) is distinct from 'on' then return false; end if;
  foreach name in array columns loop
    if after ->> name in ('', '–') then after := after || jsonb_build_object(name, before -> name); end if;
  end loop;
  return after = before;
end $$;

-- For append-only tables: its arguments are the columns whose texts can be erased.
create or replace function facts_are_immutable() returns trigger language plpgsql as $$
declare
  made jsonb;
begin
  if tg_op = 'UPDATE' then
    -- What the row makes of itself is not made yet, and is the same where the rest is.
    select coalesce(jsonb_object_agg(attname, to_jsonb(old) -> attname::text), '{}') into made from pg_attribute
      where attrelid = tg_relid and attgenerated <> '' and not attisdropped;
    if only_erases(to_jsonb(old), to_jsonb(new) || made, tg_argv) then return new; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The same structure without texts and numbers; values under the keys in `kept` stay.
create or replace function erase_words(given jsonb, kept text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(given)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case when key = any(kept) then value else erase_words(value, kept) end), '{}')
      from jsonb_each(given))
    when 'array' then '[]'
    when 'string' then '""'
    when 'number' then '0'
    else given end;
end $$;

-- All mails to these holders or about them: those of their orders, and those about themselves, their questions or
-- their reminders.
create or replace function mails_of_holders(p_vouchers bigint[]) returns table (id uuid, month date) language sql stable as $$
  with about (first) as (
    select number from orders where voucher_id = any(p_vouchers)
    union select recipient.id::text from recipient where voucher_id = any(p_vouchers)
    union select service_request.id::text from service_request where voucher_id = any(p_vouchers)
    union select service_message.id::text from service_message join service_request on service_request.id = request_id
      where voucher_id = any(p_vouchers)
    union select unnest(p_vouchers)::text
    union select 'acted' where exists (select from impersonation where voucher_id = any(p_vouchers))
    union select 'ended-' || voucher_expiry.id from voucher_expiry where voucher_id = any(p_vouchers)
  )
  select mail.id, mail.month from mail
  where split_part(subject_id, ':', 1) = any(array(select first from about))
    and (mail.voucher_id = any(p_vouchers)
      or mail.voucher_id is null and split_part(subject_id, ':', 1) = any(array(
        select number from orders where orders.voucher_id = any(p_vouchers))))
$$;

-- Forgets who wrote these threads, and the mails that went to them; closed months are opened as by forget_holders().
create or replace function erase_strangers(
  p_requests bigint[], p_at timestamptz, p_why text, out touched date[], out opened date[]
) language plpgsql as $$
declare
  mails uuid[];
  addresses text[];
  one date;
begin
  perform set_config('shop.erasing', 'on', true);
  perform from service_request where id = any(p_requests) order by id for no key update;
  with about as (
    select 'service-request' as template, unnest(p_requests)::text as subject
    union all select 'service-received', unnest(p_requests)::text
    union all select 'service-answer', id::text from service_message where request_id = any(p_requests)
  )
  select coalesce(array_agg(mail.id), '{}'), coalesce(array_agg(distinct mail.month), '{}') into mails, touched
    from mail join about on about.template = mail.template and about.subject = subject_id;
  opened := '{}';
  foreach one in array touched loop
    if open_month(one, p_why) then opened := opened || one; end if;
  end loop;
  select coalesce(array_agg(distinct lower(address)), '{}') into addresses from (
    select email from service_request where id = any(p_requests)
    union select from_address from service_message where request_id = any(p_requests)) known (address)
  where address <> '';

  perform erase_tasks('{}', '{}', mails::text[]);
  perform erase_mails(mails, touched, addresses);
  perform erase_threads(p_requests);
  perform note_erased_threads(p_requests, p_at);
  perform erase_audit(array(
    select id from audit where subject_kind = 'request' and subject_id = any(p_requests::text[])));
  perform set_config('shop.erasing', '', true);
end $$;

-- Erases the identity of these holders everywhere. Payments, points, shipments and refunds stay, and so do dates, the
-- country and the VAT rates. Closed months that must change are reopened. Returns the months that changed and those
-- reopened. The caller ends the sessions.
create or replace function erase_holders(
  p_vouchers bigint[], p_at timestamptz, p_why text, out touched date[], out opened date[]
) language plpgsql as $$
declare
  numbers text[];
  people text[];
  requests bigint[];
  mails uuid[];
  addresses text[];
  one date;
begin
  perform set_config('shop.erasing', 'on', true);
  -- The lock sequence used everywhere: balance, cart, order.
  perform from voucher_balance where voucher_id = any(p_vouchers) order by voucher_id for update;
  perform from cart where voucher_id = any(p_vouchers) order by guid for update;
  perform from orders where voucher_id = any(p_vouchers) order by number for update;
  perform from voucher where id = any(p_vouchers) order by id for no key update;
  select coalesce(array_agg(number), '{}') into numbers from orders where voucher_id = any(p_vouchers);
  select coalesce(array_agg(id::text), '{}') into people from recipient where voucher_id = any(p_vouchers);
  select coalesce(array_agg(id), '{}') into requests from service_request where voucher_id = any(p_vouchers);
  select coalesce(array_agg(id), '{}') into mails from mails_of_holders(p_vouchers);
  select coalesce(array_agg(distinct month), '{}') into touched from (
    select month from orders where number = any(numbers)
    union select month from mails_of_holders(p_vouchers)) months;
  opened := '{}';
  foreach one in array touched loop
    if open_month(one, p_why) then opened := opened || one; end if;
  end loop;
  select coalesce(array_agg(distinct lower(address)), '{}') into addresses from (
    select email from recipient where voucher_id = any(p_vouchers)
    union select person ->> 'email' from orders where number = any(numbers)
    union select email from service_request where id = any(requests)
    union select recipient from mail where id = any(mails) and month = any(touched)) known (address)
  where address <> '';

  perform erase_vouchers(p_vouchers, p_at);
  perform erase_tasks(numbers, people, mails::text[]);
  perform erase_carts(p_vouchers);
  perform erase_orders(numbers, touched);
  perform erase_shipments(numbers, touched);
  perform erase_credits(numbers);
  perform erase_payments(p_vouchers);
  perform erase_mails(mails, touched, addresses);
  perform erase_threads(requests);
  perform erase_notes(p_vouchers);
  perform erase_approvals(p_vouchers, numbers);
  perform erase_audit(array(
    select audit.id from audit where
      subject_kind = 'voucher' and subject_id = any(p_vouchers::text[])
      or subject_kind = 'order' and subject_id = any(numbers)
      or subject_kind = 'request' and subject_id = any(requests::text[])
      or subject_kind = 'order' and subject_id = 'several' and after -> 'orders' ?| numbers
      or subject_kind = 'batch' and after ->> 'recipient' = any(people)
        and subject_id in (select batch_id::text from voucher where voucher.id = any(p_vouchers))));
  perform erase_senders(p_vouchers);
  perform erase_answers(p_vouchers);
  perform erase_visits(p_vouchers);
  perform set_config('shop.erasing', '', true);
end $$;
