-- The shop's tables. What must always hold is said here, so that no code path can forget it.

-- ── Channels ────────────────────────────────────────────────────────────────────────────────────

create table channel (
  id text primary key check (id ~ '^[0-9]{1,10}$'),
  name text not null check (name <> ''),
  main_site boolean not null default false,
  -- Where the browser is sent after login; empty means the site it is already on.
  website_url text not null default '',
  default_language text not null default 'nl' check (default_language in ('nl', 'en', 'de', 'fr')),
  can_buy_points boolean not null default true,
  continue_shipping boolean not null default true,
  home_delivery_allowed boolean not null default true,
  split_shipment_allowed boolean not null default true,
  skip_cart_overlay boolean not null default false,
  no_quantity_adjustment boolean not null default false,
  no_filter boolean not null default false,
  use_chatbot boolean not null default false,
  blur_category_images boolean not null default false,
  logo text not null default '',
  theme_options jsonb not null default '[]' check (jsonb_typeof(theme_options) = 'array'),
  undo_minutes integer not null default 30 check (undo_minutes between 0 and 1440),
  countries text[] not null default '{NL}',
  -- Company behind the shop, and the organisation that gives the gifts: free of structure the database needs.
  company jsonb not null default '{}',
  organisation jsonb not null default '{}',
  settings jsonb not null default '{}'
);
create unique index one_main_site on channel (main_site) where main_site;

create table channel_host (
  host text primary key check (host = lower(host) and host <> ''),
  channel_id text not null references channel on delete cascade
);
create index on channel_host (channel_id);

-- ── Pictures: content-addressed, so a changed picture is another picture ────────────────────────

create table picture (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml', 'video/webm', 'video/mp4', 'text/vtt')),
  width integer not null default 0 check (width >= 0),
  height integer not null default 0 check (height >= 0),
  bytes bytea not null check (length(bytes) between 1 and 20000000),
  name text not null default '',
  created_at timestamptz not null default now()
);

-- ── Catalogue ───────────────────────────────────────────────────────────────────────────────────

create table brand (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  name text not null check (name <> ''),
  picture text references picture,
  supplier_email text not null default ''
);

create table tag_group (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position integer not null default 0,
  texts jsonb not null default '{}'
);

create table tag (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  tag_group_id text not null references tag_group,
  position integer not null default 0,
  texts jsonb not null default '{}'
);
create index on tag (tag_group_id);

create table dimension (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  texts jsonb not null default '{}'
);

create table dimension_value (
  dimension_id text not null references dimension,
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position integer not null default 0,
  hexcode text check (hexcode ~ '^#[0-9a-f]{6}$'),
  texts jsonb not null default '{}',
  primary key (dimension_id, id)
);

create table product (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  brand_id text not null references brand,
  delivery_condition text not null check (delivery_condition in ('digital', 'monta', 'dropship')),
  sustainable boolean not null default false,
  -- At most two, in the order of the dropdowns.
  dimension_ids text[] not null default '{}' check (cardinality(dimension_ids) <= 2),
  pictures text[] not null default '{}',
  -- The channel whose folder owns it; 2 is shared by all.
  owner_channel_id text not null references channel
);
create index on product (brand_id);

-- A channel's own words for a product; each field falls back on its own to those of channel 2.
create table product_text (
  product_id text not null references product on delete cascade,
  channel_id text not null references channel on delete cascade,
  language text not null check (language in ('nl', 'en', 'de', 'fr')),
  name text, description text, details text, sustainability text, warranty text, delivery_info text,
  primary key (product_id, channel_id, language)
);
create index on product_text (channel_id);

create table product_tag (
  product_id text not null references product on delete cascade,
  tag_id text not null references tag,
  position integer not null default 0,
  primary key (product_id, tag_id)
);
create index on product_tag (tag_id);

create table cross_sell (
  product_id text not null references product on delete cascade,
  other_id text not null references product on delete cascade check (other_id <> product_id),
  position integer not null default 0,
  primary key (product_id, other_id)
);
create index on cross_sell (other_id);

-- One thing that can be picked from a shelf: a product in one colour and size.
create table article (
  sku text primary key check (sku ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  product_id text not null references product on delete cascade,
  position integer not null default 0,
  value_0 text not null default '',
  value_1 text not null default '',
  pictures text[] not null default '{}',
  -- No longer in its product's file: kept for the orders that speak of it, and never offered.
  retired boolean not null default false
);
create unique index one_article_per_values on article (product_id, value_0, value_1) where not retired;

-- Shelf stock. No row means that it never runs out (digital goods, suppliers' own stock).
create table stock (
  sku text primary key references article on delete cascade,
  on_hand integer not null check (on_hand >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  -- The count that was imported last: the same number again is no new count.
  counted integer check (counted >= 0),
  check (reserved <= on_hand)
);

-- What a channel sells, and for how many points. Never deleted: carts and orders speak of it.
create table offer (
  spli_id text primary key generated always as (channel_id || '-' || sku) stored,
  channel_id text not null references channel,
  sku text not null references article on delete cascade,
  points integer not null check (points between 0 and 100000),
  position integer not null default 0,
  active boolean not null default true,
  unique (channel_id, sku)
);
create index on offer (sku);

-- ── Content ─────────────────────────────────────────────────────────────────────────────────────

-- One row a text: languages and channels fall back row by row, and saving one never touches another.
create table content (
  channel_id text not null references channel on delete cascade,
  path text not null check (path ~ '^[a-z0-9][a-zA-Z0-9-]{0,79}$'),
  -- '' is the page's own block; 'faq/3' is the third item of the block 'faq'.
  block text not null default '',
  kind text not null check (kind in ('text', 'area', 'number', 'media', 'url')),
  key text not null check (key <> ''),
  language text not null default '' check (language in ('', 'nl', 'en', 'de', 'fr')),
  value text not null,
  alt text not null default '',
  position integer not null default 0,
  primary key (channel_id, path, block, kind, key, language),
  check (kind <> 'number' or value ~ '^-?[0-9]+(\.[0-9]+)?$')
);

create table navigation_item (
  channel_id text not null references channel on delete cascade,
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  parent_id text,
  position integer not null default 0,
  banner text not null default '',
  texts jsonb not null default '{}',
  primary key (channel_id, id),
  foreign key (channel_id, parent_id) references navigation_item on delete cascade
);
create table navigation_tag (
  channel_id text not null,
  item_id text not null,
  tag_id text not null references tag,
  position integer not null default 0,
  web_menu_column integer not null default 1 check (web_menu_column between 1 and 4),
  primary key (channel_id, item_id, tag_id),
  foreign key (channel_id, item_id) references navigation_item on delete cascade
);

create table home_tile (
  channel_id text not null references channel on delete cascade,
  kind text not null check (kind in ('category', 'brand')),
  id text not null check (id ~ '^[a-z0-9][a-z0-9-]{0,79}$'),
  position integer not null default 0,
  extra boolean not null default false,
  tag_ids text[] not null default '{}',
  banner text not null default '',
  media text not null default '',
  texts jsonb not null default '{}',
  primary key (channel_id, kind, id)
);

-- ── Vouchers and the points ledger ──────────────────────────────────────────────────────────────

create table voucher_batch (
  id bigint generated always as identity primary key,
  channel_id text not null references channel,
  points integer not null check (points >= 0),
  check_character boolean not null default true,
  note text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now()
);

create table voucher (
  id bigint generated always as identity primary key,
  batch_id bigint not null references voucher_batch,
  channel_id text not null references channel,
  -- HMAC of the wire hash with a pepper that the database never sees.
  lookup bytea not null unique check (length(lookup) = 32),
  pepper_id text not null,
  last3 text not null check (length(last3) = 3),
  first_name text not null default '',
  salutation text not null default '',
  language text not null default '' check (language in ('', 'nl', 'en', 'de', 'fr')),
  valid_from timestamptz not null default '-infinity',
  valid_until timestamptz not null default 'infinity',
  blocked_at timestamptz,
  anonymised_at timestamptz,
  is_demo boolean not null default false,
  check (valid_from < valid_until)
);
create index on voucher (batch_id);

-- The balance of each voucher, kept by the ledger's trigger alone. The last check is the one that
-- makes 'available >= 0' true whatever the code does.
create table purse (
  voucher_id bigint primary key references voucher,
  granted integer not null default 0 check (granted >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  spent integer not null default 0 check (spent >= 0),
  expired integer not null default 0 check (expired >= 0),
  available integer generated always as (granted - reserved - spent - expired) stored,
  check (granted - reserved - spent - expired >= 0)
);

create table ledger (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references purse,
  kind text not null check (kind in ('grant', 'reserve', 'capture', 'release', 'refund', 'expire')),
  points integer not null check (points > 0),
  -- capture and release end a reservation; refund gives back part of a capture.
  ends_id bigint references ledger,
  cart_guid uuid,
  order_number text,
  payment_id text,
  note text not null default '',
  at timestamptz not null default now(),
  check ((kind in ('capture', 'release', 'refund')) = (ends_id is not null))
);
create index on ledger (voucher_id);
create index on ledger (order_number) where order_number is not null;
-- A reservation is resolved at most once.
create unique index ledger_resolved_once on ledger (ends_id) where kind in ('capture', 'release');
create index ledger_refunds on ledger (ends_id) where kind = 'refund';

create function ledger_counts() returns trigger language plpgsql as $$
declare
  ended ledger;
  refunded integer;
begin
  if new.ends_id is not null then
    -- The lock makes two refunds of one capture wait for each other.
    select * into ended from ledger where id = new.ends_id;
    if ended.voucher_id <> new.voucher_id then
      raise exception 'ledger: entry % belongs to another voucher', new.ends_id using errcode = 'check_violation';
    end if;
    if new.kind in ('capture', 'release') and (ended.kind <> 'reserve' or ended.points <> new.points) then
      raise exception 'ledger: % must end the whole of a reservation', new.kind using errcode = 'check_violation';
    end if;
    if new.kind = 'refund' and ended.kind <> 'capture' then
      raise exception 'ledger: only a capture can be refunded' using errcode = 'check_violation';
    end if;
  end if;
  update purse set
    granted = granted + case new.kind when 'grant' then new.points else 0 end,
    reserved = reserved + case new.kind when 'reserve' then new.points when 'capture' then -new.points when 'release' then -new.points else 0 end,
    spent = spent + case new.kind when 'capture' then new.points when 'refund' then -new.points else 0 end,
    expired = expired + case new.kind when 'expire' then new.points else 0 end
  where voucher_id = new.voucher_id;
  if new.kind = 'refund' then
    -- The purse row is locked by the update above, so nobody else adds a refund between here and the end.
    select coalesce(sum(points), 0) into refunded from ledger where ends_id = new.ends_id and kind = 'refund';
    if refunded + new.points > ended.points then
      raise exception 'ledger: more refunded than captured' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger ledger_counts before insert on ledger for each row execute function ledger_counts();

-- Takes an order's number, and its points from the purse: reserved and captured in one breath, or captured
-- from what a payment had reserved. One round trip for what every order begins with.
create function spend_points(
  p_voucher bigint, p_points integer, p_reservation bigint, p_cart uuid, p_at timestamptz,
  out number text, out capture_id bigint
) language plpgsql as $$
declare
  reservation bigint := p_reservation;
begin
  number := nextval('order_number')::text;
  if p_points = 0 then return; end if;
  if reservation is null then
    insert into ledger (voucher_id, kind, points, cart_guid, at)
    values (p_voucher, 'reserve', p_points, p_cart, p_at) returning id into reservation;
  end if;
  insert into ledger (voucher_id, kind, points, ends_id, cart_guid, order_number, at)
  values (p_voucher, 'capture', p_points, reservation, p_cart, number, p_at) returning id into capture_id;
end $$;

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_append_only before update or delete on ledger for each row execute function append_only();
create trigger ledger_no_truncate before truncate on ledger for each statement execute function append_only();

-- ── Sessions and tries ──────────────────────────────────────────────────────────────────────────

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  voucher_id bigint not null references voucher,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null
);
create index on session (voucher_id);
create index on session (ends_at);

create table login_try (
  bucket text primary key,
  since timestamptz not null,
  tries integer not null check (tries > 0)
);

-- ── Carts ───────────────────────────────────────────────────────────────────────────────────────

create table cart (
  guid uuid primary key default gen_random_uuid(),
  voucher_id bigint not null references voucher,
  state text not null default 'open' check (state in ('open', 'ordered')),
  -- Moves with every change of what is paid for; a payment pays for one version.
  version integer not null default 1,
  person jsonb,
  delivery jsonb check (delivery is null or delivery ->> 'kind' in ('digital', 'company', 'home', 'pickup')),
  -- What the carrier offered last, so that only an offered method can be chosen.
  offered jsonb not null default '[]',
  consented_at timestamptz,
  language text not null default 'nl',
  changed_at timestamptz not null default now()
);
-- Both devices of a holder see one cart.
create unique index one_open_cart on cart (voucher_id) where state = 'open';

create table cart_line (
  id bigint generated always as identity primary key,
  cart_guid uuid not null references cart on delete cascade,
  spli_id text not null references offer,
  quantity integer not null check (quantity between 1 and 999),
  -- What it cost when the holder last touched it: a silent change of price is refused at the order.
  points_when_added integer not null check (points_when_added >= 0),
  own_line boolean not null default false
);
create index on cart_line (cart_guid);
create unique index one_line_per_offer on cart_line (cart_guid, spli_id) where not own_line;

-- ── Payments ────────────────────────────────────────────────────────────────────────────────────

create table payment (
  -- Ours, and the provider's idempotency key.
  key uuid primary key,
  -- The provider's; null until it has answered.
  id text unique,
  provider text not null,
  cart_guid uuid not null references cart,
  cart_version integer not null,
  voucher_id bigint not null references voucher,
  cents integer not null check (cents > 0),
  points integer not null check (points >= 0),
  language text not null default 'nl',
  redirect_url text not null,
  cancel_url text not null,
  checkout_url text,
  -- How it stands at the provider.
  state text not null default 'creating' check (state in ('creating', 'open', 'pending', 'paid', 'canceled', 'expired', 'failed')),
  -- What the shop did with it. 'held': points and stock are reserved for it; 'let-go': they no longer are;
  -- 'ordered' and 'refunded' are the two ends of money that arrived.
  outcome text not null default 'held' check (outcome in ('held', 'let-go', 'ordered', 'refunded')),
  reservation_id bigint references ledger,
  order_number text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  settled_at timestamptz,
  next_look_at timestamptz,
  check (outcome not in ('ordered', 'refunded') or state = 'paid'),
  check ((outcome = 'ordered') = (order_number is not null))
);
-- One open payment a cart, and one paid order a cart.
create unique index one_held_payment on payment (cart_guid) where outcome = 'held';
create unique index one_paid_order on payment (cart_guid) where outcome = 'ordered';
create index payment_voucher on payment (voucher_id);
create index payment_to_look_at on payment (next_look_at) where next_look_at is not null;

-- Stock set aside while a payment is open.
create table stock_reservation (
  payment_key uuid not null references payment,
  sku text not null references stock,
  quantity integer not null check (quantity > 0),
  primary key (payment_key, sku)
);
create function stock_reservation_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stock set reserved = reserved + new.quantity where sku = new.sku;
    return new;
  elsif tg_op = 'DELETE' then
    update stock set reserved = reserved - old.quantity where sku = old.sku;
    return old;
  end if;
  raise exception 'stock_reservation is never updated' using errcode = 'insufficient_privilege';
end $$;
create trigger stock_reservation_counts after insert or update or delete on stock_reservation
  for each row execute function stock_reservation_counts();

create table refund (
  key uuid primary key default gen_random_uuid(),
  payment_key uuid not null references payment,
  cents integer not null check (cents > 0),
  reason text not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  provider_id text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index on refund (payment_key);
-- Money that found no order is given back whole, once.
create unique index one_refund_of_stray_money on refund (payment_key) where reason = 'no-order';

create function refund_within_payment() returns trigger language plpgsql as $$
declare
  paid integer;
  refunded integer;
begin
  select cents into paid from payment where key = new.payment_key for update;
  select coalesce(sum(cents), 0) into refunded from refund where payment_key = new.payment_key;
  if refunded + new.cents > paid then
    raise exception 'refund: more than was paid' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_within_payment before insert on refund for each row execute function refund_within_payment();

-- ── Orders ──────────────────────────────────────────────────────────────────────────────────────

create sequence order_number start 1000001;

create table orders (
  number text primary key default nextval('order_number')::text,
  cart_guid uuid not null unique references cart,
  voucher_id bigint not null references voucher,
  channel_id text not null references channel,
  language text not null,
  state text not null default 'placed' check (state in ('placed', 'released', 'shipped', 'delivered', 'cancelled')),
  placed_at timestamptz not null default now(),
  changeable_until timestamptz not null,
  total_points integer not null check (total_points >= 0),
  points_paid integer not null check (points_paid >= 0),
  cents_paid integer not null check (cents_paid >= 0),
  capture_id bigint references ledger,
  payment_key uuid references payment,
  person jsonb not null,
  delivery jsonb not null check (delivery ->> 'kind' in ('digital', 'company', 'home', 'pickup')),
  -- 1 point = 5 EUR: what the points did not pay, the card did.
  check (points_paid * 500 + cents_paid = total_points * 500),
  check ((points_paid > 0) = (capture_id is not null)),
  check ((cents_paid > 0) = (payment_key is not null))
);
create index on orders (voucher_id);
create unique index on orders (payment_key) where payment_key is not null;
create unique index on orders (capture_id) where capture_id is not null;
alter table ledger add foreign key (order_number) references orders deferrable initially deferred;
alter table payment add foreign key (order_number) references orders deferrable initially deferred;

create table order_line (
  order_number text not null references orders,
  line integer not null check (line > 0),
  spli_id text not null references offer,
  sku text not null references article,
  name text not null,
  brand text not null,
  picture text not null,
  delivery_info text not null,
  delivery_condition text not null check (delivery_condition in ('digital', 'monta', 'dropship')),
  points integer not null check (points >= 0),
  quantity integer not null check (quantity > 0),
  -- false where the shelf has no count: then nothing was taken from it either.
  took_stock boolean not null,
  state text not null default 'placed' check (state in ('placed', 'released', 'shipped', 'delivered', 'cancelled')),
  primary key (order_number, line)
);
create index on order_line (sku);

create table order_event (
  id bigint generated always as identity primary key,
  order_number text not null references orders,
  type text not null,
  description text not null default '',
  -- Set for what the warehouse told, so that hearing it twice writes it once.
  source_id text unique,
  at timestamptz not null default now()
);
create index on order_event (order_number);

create table parcel (
  order_number text not null references orders,
  code text not null,
  link text,
  carrier text not null default '',
  primary key (order_number, code)
);

-- Every piece that left the shelf or came back, so that stock can be proven and not only read.
create table stock_move (
  id bigint generated always as identity primary key,
  sku text not null references stock on delete cascade,
  quantity integer not null check (quantity <> 0),
  reason text not null check (reason in ('count', 'order', 'cancel')),
  order_number text references orders deferrable initially deferred,
  at timestamptz not null default now(),
  check ((reason = 'count') = (order_number is null))
);
create index on stock_move (sku);
create index on stock_move (order_number) where order_number is not null;
create function stock_move_counts() returns trigger language plpgsql as $$
begin
  update stock set on_hand = on_hand + new.quantity where sku = new.sku;
  if not found then
    raise exception 'stock_move: no shelf for %', new.sku using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger stock_move_counts after insert on stock_move for each row execute function stock_move_counts();
create trigger stock_move_append_only before update on stock_move for each row execute function append_only();

-- ── Wishes, questions, mail, news ───────────────────────────────────────────────────────────────

create table wish (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  spli_id text not null references offer,
  at timestamptz not null default now(),
  unique (voucher_id, spli_id)
);

create table service_request (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references voucher,
  channel_id text not null references channel,
  email text not null,
  subject text not null,
  body text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  at timestamptz not null default now()
);
create index on service_request (voucher_id, at);

-- Mails wait here from the transaction that caused them until the mail server took them.
create table mail (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  -- What it is about: an order number, a service request.
  subject_id text not null,
  channel_id text not null references channel,
  language text not null,
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused')),
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (template, subject_id, recipient)
);

-- News between processes: each row is announced by NOTIFY, and found by polling where a notice is lost.
create table news (
  id bigint generated always as identity primary key,
  topic text not null check (topic in ('channel', 'catalogue', 'stock', 'session', 'voucher')),
  subject text not null default '',
  at timestamptz not null default clock_timestamp()
);
create index on news (at);
create function news_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', new.id || ' ' || new.topic || ' ' || new.subject);
  return null;
end $$;
create trigger news_notify after insert on news for each row execute function news_notify();

-- Answers of writes that carried an Idempotency-Key.
create table answered (
  voucher_id bigint not null references voucher,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  status integer not null,
  at timestamptz not null default now(),
  primary key (voucher_id, key)
);
create index on answered (at);

-- How far each reader of an outside feed has come.
create table feed_cursor (
  feed text primary key,
  position bigint not null
);

-- ── One round trip a cart change ────────────────────────────────────────────────────────────────

-- The whole cart as one value. What is reserved for its own open payment still counts as the holder's:
-- both the points and the pieces.
create function cart_value(p_guid uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'guid', cart.guid, 'state', cart.state, 'version', cart.version, 'language', cart.language,
    'person', cart.person, 'delivery', cart.delivery, 'consented', cart.consented_at is not null,
    'voucherId', cart.voucher_id, 'channelId', voucher.channel_id,
    'available', purse.available + purse.reserved,
    'orderNumber', orders.number,
    'payment', case when payment.key is null then null else jsonb_build_object(
      'key', payment.key, 'id', payment.id, 'cents', payment.cents, 'state', payment.state) end,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', line.id, 'spliId', line.spli_id, 'sku', offer.sku, 'quantity', line.quantity,
        'points', offer.points, 'pointsWhenAdded', line.points_when_added, 'offered', offer.active,
        'inStock', stock.on_hand - stock.reserved + coalesce(own.quantity, 0)) order by line.id)
      from cart_line line join offer using (spli_id) left join stock using (sku)
        left join stock_reservation own on own.payment_key = payment.key and own.sku = offer.sku
      where line.cart_guid = cart.guid), '[]'))
  from cart
    join voucher on voucher.id = cart.voucher_id
    join purse on purse.voucher_id = cart.voucher_id
    left join orders on orders.cart_guid = cart.guid
    left join payment on payment.cart_guid = cart.guid and payment.outcome = 'held'
  where cart.guid = p_guid
$$;

-- Adds to a cart, or sets or removes one of its lines, and answers the cart as it is then. Refuses, without
-- a change, by {"refused": …}; a held payment has to be let go first, by whoever calls.
create function change_cart(
  p_voucher bigint, p_guid uuid, p_spli text, p_line bigint, p_quantity integer, p_new_line boolean
) returns jsonb language plpgsql as $$
declare
  found_cart cart;
  found_offer offer;
  touched bigint;
  other_lines integer;
begin
  -- Purse before cart, as everybody locks them: settling a payment may be waiting for both.
  perform from purse where voucher_id = p_voucher for update;
  if p_guid is null then
    select * into found_cart from cart where voucher_id = p_voucher and state = 'open' for update;
  else
    select * into found_cart from cart where voucher_id = p_voucher and guid = p_guid for update;
  end if;
  if found_cart.guid is null then return '{"refused": "no-such-cart"}'; end if;
  if found_cart.state = 'ordered' then return '{"refused": "cart-ordered"}'; end if;
  if exists (select from payment where cart_guid = found_cart.guid and outcome = 'held') then
    return jsonb_build_object('held', found_cart.guid);
  end if;

  if p_line is not null then
    if p_quantity = 0 then
      -- A removal that arrives twice has had its effect the first time.
      delete from cart_line where id = p_line and cart_guid = found_cart.guid;
    else
      update cart_line line set quantity = p_quantity, points_when_added = offer.points
      from offer where offer.spli_id = line.spli_id and line.id = p_line and line.cart_guid = found_cart.guid
      returning line.id into touched;
      if touched is null then return '{"refused": "no-such-line"}'; end if;
    end if;
  else
    select offer.* into found_offer from offer join voucher on voucher.channel_id = offer.channel_id
    where voucher.id = p_voucher and offer.spli_id = p_spli;
    if found_offer.spli_id is null then return '{"refused": "no-such-gift"}'; end if;
    if p_quantity = 0 then
      delete from cart_line where cart_guid = found_cart.guid and spli_id = p_spli;
    else
      if not found_offer.active then return '{"refused": "no-such-gift"}'; end if;
      select count(*) filter (where spli_id <> p_spli or own_line or p_new_line) into other_lines
      from cart_line where cart_guid = found_cart.guid;
      if other_lines >= 100 then return '{"refused": "too-many-lines"}'; end if;
      if p_new_line then
        insert into cart_line (cart_guid, spli_id, quantity, points_when_added, own_line)
        values (found_cart.guid, p_spli, p_quantity, found_offer.points, true) returning id into touched;
      else
        insert into cart_line as line (cart_guid, spli_id, quantity, points_when_added)
        values (found_cart.guid, p_spli, p_quantity, found_offer.points)
        on conflict (cart_guid, spli_id) where not own_line do update
          set quantity = least(line.quantity + excluded.quantity, 1000), points_when_added = excluded.points_when_added
          -- The check on quantity would stop it too, but not in the shop's words.
          where line.quantity + excluded.quantity <= 999
        returning id into touched;
        if touched is null then return '{"refused": "too-many"}'; end if;
      end if;
    end if;
  end if;

  update cart set version = version + 1, changed_at = now() where guid = found_cart.guid;
  return cart_value(found_cart.guid) || jsonb_build_object('touched', touched);
end $$;

-- ── Staff ───────────────────────────────────────────────────────────────────────────────────────

create table staff (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and email like '%_@_%'),
  name text not null check (name <> ''),
  role text not null check (role in ('editor', 'service', 'admin')),
  password_hash text not null,
  added_at timestamptz not null default now(),
  left_at timestamptz,
  unique (email)
);

-- ── Stock tells when what people see of it changes ──────────────────────────────────────────────

-- Sold out, few left, in stock: the steps of domain/stock-status.ts. 500 orders of something that is there
-- by the thousand are no news; a step is, whoever caused it.
create function stock_step(available integer) returns integer language sql immutable as $$
  select case when available <= 0 then 0 when available <= 5 then 1 else 2 end
$$;
create function stock_news() returns trigger language plpgsql as $$
begin
  insert into news (topic, subject) values ('stock', new.sku);
  return null;
end $$;
create trigger stock_news after update on stock for each row
  when (stock_step(old.on_hand - old.reserved) <> stock_step(new.on_hand - new.reserved))
  execute function stock_news();
