-- Creates a session, and the holder's open cart if there is none: one commit for the writes of a login.
create or replace function open_session(
  p_voucher bigint, p_language text, p_token bytea, p_at timestamptz, p_ends timestamptz,
  out cart_guid uuid, out pieces integer
) language plpgsql as $$
declare
  opened record;
begin
  insert into session (token_hash, voucher_id, created_at, seen_at, ends_at)
  values (p_token, p_voucher, p_at, p_at, p_ends);
  opened := open_cart(p_voucher, p_language);
  cart_guid := opened.cart_guid;
  pieces := opened.pieces;
  -- A colleague had been in before its holder.
  if not opened.is_new and acting_staff() is null
    and not exists (select from voucher_activation where voucher_id = p_voucher)
  then
    perform activate_voucher(p_voucher, p_at);
  end if;
end $$;

-- The same with whose session it is: all that a login needs to know once the code was right.
create or replace function let_in(
  p_voucher bigint, p_language text, p_token bytea, p_at timestamptz, p_ends timestamptz,
  out cart_guid uuid, out pieces integer, out channel_id text, out available integer, out first_name text,
  out salutation text, out language text, out valid_until timestamptz, out blocked_at timestamptz
) language plpgsql as $$
begin
  select opened.cart_guid, opened.pieces into cart_guid, pieces
    from open_session(p_voucher, p_language, p_token, p_at, p_ends) opened;
  select voucher.channel_id, voucher_balance.available, voucher.first_name, voucher.salutation, voucher.language,
      voucher.valid_until, voucher.blocked_at
    into strict channel_id, available, first_name, salutation, language, valid_until, blocked_at
    from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id where voucher.id = p_voucher;
end $$;

create or replace function erase_visits(p_vouchers bigint[]) returns void language plpgsql as $$
begin
  delete from visit where voucher_id = any(p_vouchers);
end $$;
