-- Creates a session, and the holder's open cart if there is none: one commit for the writes of a login. A cart being
-- created by another transaction is found on the second try.
create or replace function open_session(
  p_voucher bigint, p_language text, p_token bytea, p_at timestamptz, p_ends timestamptz,
  out cart_guid uuid, out pieces integer
) language plpgsql as $$
begin
  insert into session (token_hash, voucher_id, created_at, seen_at, ends_at)
  values (p_token, p_voucher, p_at, p_at, p_ends);
  pieces := 0;
  loop
    select cart.guid into cart_guid from cart where voucher_id = p_voucher and state = 'open';
    if found then
      select coalesce(sum(quantity), 0) into pieces from cart_line line where line.cart_guid = open_session.cart_guid;
      -- A colleague had been in before its holder.
      if acting_staff() is null and not exists (select from voucher_activation where voucher_id = p_voucher) then
        insert into voucher_activation (voucher_id, at) values (p_voucher, p_at) on conflict do nothing;
      end if;
      return;
    end if;
    insert into cart (voucher_id, language) values (p_voucher, p_language)
      on conflict (voucher_id) where state = 'open' do nothing returning guid into cart_guid;
    if found then return; end if;
  end loop;
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
