-- A session, and the holder's open cart, made when there is none: one commit for what every login leaves behind. A cart
-- that another transaction makes at this moment is seen on the second look.
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
      return;
    end if;
    insert into cart (voucher_id, language) values (p_voucher, p_language)
      on conflict (voucher_id) where state = 'open' do nothing returning guid into cart_guid;
    if found then return; end if;
  end loop;
end $$;
