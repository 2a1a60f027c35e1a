// Creates orders for the vouchers of generate-catalog.mjs: delivered, with one or two gifts each, spread over the
// year that ends yesterday, with their carts, ledger entries, stock movements, events, mails and parcels. Never run
// it on a shop in use: triggers and foreign keys are off meanwhile. `check` must find the data consistent.
import { FIRST_CHANNEL } from './first-channel.mjs'

const CHUNK = 100_000
const PERSON = {
  email: 'noor@example.com',
  firstName: 'Noor',
  prefix: 'van',
  surname: 'Dijk',
  telephone: '0612345678',
  invoice: {
    street: 'Zilverkade',
    houseNumber: '12',
    addition: '',
    postalCode: '1012AB',
    city: 'Amsterdam',
    country: 'NL',
    line: '',
  },
}
const DELIVERY = { kind: 'home', address: PERSON.invoice }

/** Takes a pool of one connection, whose settings it changes. */
export async function growOrders(sql, { orders = 1_000_000, firstChannel = FIRST_CHANNEL } = {}) {
  await sql`set session_replication_role = replica`
  await sql`set statement_timeout = 0`
  await sql`set synchronous_commit = off`
  await listBuyers(sql, firstChannel)
  await listGifts(sql, firstChannel)
  for (let first = 1; first <= orders; first += CHUNK)
    await sql.begin((sql) => growChunk(sql, first, Math.min(orders, first + CHUNK - 1)))
  await countTotals(sql)
  await sql`analyze`
}

const listBuyers = (sql, firstChannel) => sql`
  create temp table buyer as
  select row_number() over (order by id) - 1 as place, id, channel_id
  from voucher where channel_id::bigint >= ${firstChannel}`

/** What a channel sells and counts, by its place there. */
async function listGifts(sql, firstChannel) {
  await sql`
    create temp table gift as
    select offer.channel_id, offer.spli_id, offer.sku, offer.points, stock.sku is not null as took_stock,
      row_number() over (partition by offer.channel_id order by offer.position) - 1 as place
    from offer left join stock on stock.sku = offer.sku
    where offer.channel_id::bigint >= ${firstChannel}`
  await sql`create temp table range as select channel_id, count(*) as gifts from gift group by channel_id`
  await sql`analyze buyer`
  await sql`analyze gift`
  await sql`analyze range`
}

async function growChunk(sql, first, last) {
  await chooseSales(sql, first, last)
  await insertCarts(sql)
  await insertOrders(sql)
  await insertHistory(sql)
}

/** Who bought what, in temporary tables: `sold`, `sold_line` and `sold_sum`. */
async function chooseSales(sql, first, last) {
  await sql`
    create temp table sold on commit drop as
    select n, nextval('order_number')::text as number, buyer.id as voucher_id, buyer.channel_id,
      gen_random_uuid() as cart_guid, 1 + n % 2 as lines, moment as at,
      date_trunc('month', moment at time zone 'UTC')::date as month,
      nextval(pg_get_serial_sequence('ledger', 'id')) as reserve_id,
      nextval(pg_get_serial_sequence('ledger', 'id')) as capture_id
    from generate_series(${first}::integer, ${last}::integer) n
      join buyer on buyer.place = n % (select count(*) from buyer),
      lateral (select now() - make_interval(days => 3 + n % 360, secs => n % 86400) as moment) as day`
  await sql`create index on sold (channel_id)`
  await sql`analyze sold`
  await sql`
    create temp table sold_line on commit drop as
    select wanted.number, cart_guid, voucher_id, month, at, line, spli_id, sku, points, took_stock
    from (
      select sold.*, line, (n * 17 + line) % gifts as place
      from sold join range using (channel_id), lateral generate_series(1, sold.lines) line
    ) wanted
      join gift using (channel_id, place)`
  await sql`create index on sold_line (number)`
  await sql`
    create temp table sold_sum on commit drop as
    select number, sum(points)::integer as points from sold_line group by number`
}

/**
 * Every order has its own mail address. One surname in two hundred is Dijk, a common name in the Netherlands, and one
 * in three has a particle. All share one first name, the worst case for search.
 */
const contactOf = (sql) => sql`${sql.json(PERSON)}::jsonb || jsonb_build_object(
  'email', 'buyer-' || sold.voucher_id || '@example.com',
  'prefix', case when sold.voucher_id % 3 = 0 then 'van' else '' end,
  'surname', case when sold.voucher_id % 200 = 0 then 'Dijk' else 'Naam' || sold.voucher_id % 5000 end)`

/** Carts with the ledger entries of their points. */
async function insertCarts(sql) {
  await sql`
    insert into cart (guid, voucher_id, state, version, language, changed_at, person, delivery)
    select cart_guid, voucher_id, 'ordered', 4, 'nl', at, ${contactOf(sql)}, ${sql.json(DELIVERY)} from sold`
  await sql`
    insert into cart_line (cart_guid, spli_id, quantity, points_when_added)
    select cart_guid, spli_id, 1, points from sold_line`
  await sql`
    insert into ledger (id, voucher_id, kind, points, cart_guid, at, month) overriding system value
    select reserve_id, voucher_id, 'reserve', points, cart_guid, at, month from sold join sold_sum using (number)`
  await sql`
    insert into ledger (id, voucher_id, kind, points, ends_id, cart_guid, order_number, at, month)
    overriding system value
    select capture_id, voucher_id, 'capture', points, reserve_id, cart_guid, number, at, month
    from sold join sold_sum using (number)`
}

async function insertOrders(sql) {
  await sql`
    insert into orders (number, cart_guid, voucher_id, channel_id, language, state, placed_at, changeable_until,
      total_points, points_paid, cents_paid, capture_id, person, delivery, month)
    select number, cart_guid, voucher_id, channel_id, 'nl', 'delivered', at, at + interval '30 minutes', points, points, 0,
      capture_id, ${contactOf(sql)}, ${sql.json(DELIVERY)}, month
    from sold join sold_sum using (number)`
  await sql`
    insert into order_line (order_number, line, spli_id, sku, name, brand, picture, delivery_info, delivery_condition,
      points, quantity, took_stock, state, month, voucher_id)
    select number, line, spli_id, sku, 'A gift', 'A brand', '', '', 'monta', points, 1, took_stock, 'delivered', month,
      voucher_id
    from sold_line`
}

/** What came of the orders: events, stock movements, mails and parcels. */
async function insertHistory(sql) {
  await sql`
    insert into order_event (order_number, type, at, month, voucher_id)
    select number, type, at + later, month, voucher_id
    from sold, (values ('placed', interval '0'), ('released', interval '31 minutes'), ('shipped', interval '1 day'),
      ('delivered', interval '2 days')) step (type, later)`
  await sql`
    insert into stock_movement (sku, quantity, reason, order_number, at, month, voucher_id)
    select sku, -1, 'order', number, at, month, voucher_id from sold_line where took_stock`
  await sql`
    insert into mail (template, subject_id, channel_id, language, recipient, state, tries, created_at, sent_at, month,
      voucher_id)
    select 'order-confirmation', number, channel_id, 'nl', 'buyer-' || voucher_id || '@example.com', 'sent', 1, at, at,
      month, voucher_id
    from sold`
  await sql`
    insert into parcel (order_number, code, link, carrier, month, voucher_id)
    select number, '3S' || n, 'https://example.com/t/' || n, 'PostNL', month, voucher_id from sold`
}

/** What the triggers would have counted. */
async function countTotals(sql) {
  await sql`
    insert into voucher_activation (voucher_id, at)
    select voucher_id, min(changed_at) from cart group by voucher_id on conflict do nothing`
  // Sold units need earlier stock, because a stock level cannot be negative.
  await sql`
    insert into stock_movement (sku, quantity, reason)
    select sku, 100 - sum(quantity), 'count' from stock_movement group by sku having sum(quantity) < 0`
  await sql`
    update stock set on_hand = moved from (select sku, sum(quantity)::integer as moved from stock_movement group by sku) moves
    where moves.sku = stock.sku and on_hand <> moved`
  await sql`
    update voucher_balance set spent = captured from (
      select voucher_id, sum(points)::integer as captured from ledger where kind = 'capture' group by voucher_id
    ) entries
    where entries.voucher_id = voucher_balance.voucher_id and spent <> captured`
}
