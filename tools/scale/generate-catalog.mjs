// node tools/scale/generate-catalog.mjs DATABASE_URL [channels] [gifts] [products] [vouchers] Extends a copy of the
// demo database with channels (9001 …) that each sell gifts from shared products, with texts in four languages, and
// with vouchers g00000001 … of 5,000 points, spread over the channels. Never run it on a shop in use: it turns
// triggers and foreign keys off, so the user must be a superuser.
import { createHash, createHmac } from 'node:crypto'
import { pathToFileURL } from 'node:url'

import { FIRST_CHANNEL } from './first-channel.mjs'

const MODEL_CHANNEL = '1014'
const SALT = process.env.GIFTPOINT_VOUCHER_SALT ?? 'giftpoint'
const [PEPPER_ID = '', ...SECRET] = (process.env.GIFTPOINT_PEPPER ?? 'laptop:not-a-secret')
  .split(',')[0]
  .split(':')

export const codeOf = (number) => `g${String(number).padStart(8, '0')}`
export const wireHashOf = (code) =>
  createHash('sha1')
    .update(SALT + code)
    .digest('base64')

export async function growCatalogue(
  sql,
  { channels = 300, gifts = 5000, products = 20_000, vouchers = 1000 } = {},
) {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`set local statement_timeout = 0`
    await growProducts(sql, products)
    await growChannels(sql, { channels, gifts, products })
    await growVouchers(sql, { channels, vouchers })
    await sql`analyze`
  })
}

/** Each copies a product of the demo world: its texts, brand, tags and pictures, with its own number. */
async function growProducts(sql, products) {
  await sql`
    create temp table model on commit drop as
    select id, row_number() over (order by id) - 1 as place, count(*) over ()::integer as models
    from product where owner_channel_id = '2'`
  await sql`
    create temp table grown on commit drop as
    select 'grown-' || number as id, number, model.id as model_id,
      second.id as second_id
    from generate_series(1, ${products}::integer) number
      join model on place = number % models
      join model second on second.place = (number * 7 + number / second.models) % second.models`
  await sql`
    insert into product (id, brand_id, delivery_condition, sustainable, pictures, owner_channel_id)
    select grown.id, brand_id, delivery_condition, sustainable, pictures, '2'
    from grown join product on product.id = model_id`
  await sql`
    insert into product_text (product_id, channel_id, language, name, description, details, warranty, delivery_info,
      search_words)
    select grown.id, '2', one.language, one.name || ' ' || number,
      one.description || ' ' || coalesce(other.description, ''), one.details, one.warranty,
      one.delivery_info, one.search_words
    from grown join product_text one on one.product_id = model_id and one.channel_id = '2'
      left join product_text other on other.product_id = second_id and other.channel_id = '2'
        and other.language = one.language`
  await sql`
    insert into product_tag (product_id, tag_id, position)
    select grown.id, tag_id, position from grown join product_tag on product_id = model_id`
  await sql`
    insert into cross_sell (product_id, other_id, position)
    select id, 'grown-' || 1 + (number + step * 11) % ${products}::integer, step
    from grown, generate_series(1, 3) step
    where (step * 11) % ${products}::integer <> 0`
  await sql`
    insert into article (sku, product_id, pictures) select 'a-' || id, id, '{}' from grown`
  await sql`
    insert into stock (sku, on_hand, counted)
    select 'a-' || id, 1000000, 1000000 from grown where number % 10 > 1`
  await sql`
    insert into stock_movement (sku, quantity, reason)
    select sku, on_hand, 'count' from stock where sku like 'a-grown-%'`
}

async function growChannels(sql, { channels, gifts, products }) {
  await sql`
    create temp table branch on commit drop as
    select number, (${FIRST_CHANNEL} - 1 + number)::text as id
    from generate_series(1, ${channels}::integer) number`
  await copyOf(sql, 'channel', {
    id: 'branch.id',
    name: "'Channel ' || number",
    main_site: 'false',
    website_url: "''",
  })
  await sql`insert into channel_host (host, channel_id) select 'c' || id || '.example', id from branch`
  for (const table of ['content', 'navigation_item', 'navigation_tag', 'home_tile', 'gift_keyword'])
    await copyOf(sql, table, { channel_id: 'branch.id' })
  await sql`
    insert into offer (channel_id, sku, points, position)
    select id, 'a-grown-' || 1 + (number * 61 + place) % ${products}::integer, 1 + place % 40, place
    from branch, generate_series(1, ${gifts}::integer) place`
}

/** The rows of the channel that all are like, with these columns changed. */
async function copyOf(sql, table, replaced) {
  const columns = await sql`
    select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`
  const names = columns.map(({ name }) => name)
  const channelColumn = table === 'channel' ? 'id' : 'channel_id'
  const values = names.map((name) => replaced[name] ?? `old.${name}`)
  await sql.unsafe(`
    insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from ${table} old, branch where old.${channelColumn} = '${MODEL_CHANNEL}'`)
}

async function growVouchers(sql, { channels, vouchers }) {
  const [{ id: batch }] = await sql`
    insert into voucher_batch (channel_id, points, check_character, created_by)
    values (${String(FIRST_CHANNEL)}, 5000, false, 'growth') returning id`
  for (let first = 1; first <= vouchers; first += 5000) {
    const rows = Array.from({ length: Math.min(5000, vouchers - first + 1) }, (_, at) => {
      const code = codeOf(first + at)
      return {
        batch_id: batch,
        channel_id: String(FIRST_CHANNEL + ((first + at - 1) % channels)),
        lookup: createHmac('sha256', SECRET.join(':')).update(wireHashOf(code)).digest(),
        pepper_id: PEPPER_ID,
        last3: code.slice(-3),
      }
    })
    await sql`insert into voucher ${sql(rows)}`
  }
  await sql`
    insert into ledger (voucher_id, kind, points)
    select id, 'grant', 5000 from voucher where batch_id = ${batch}`
  await sql`
    insert into voucher_balance (voucher_id, granted) select id, 5000 from voucher where batch_id = ${batch}`
  await sql`
    insert into cart (voucher_id, language) select id, 'nl' from voucher where batch_id = ${batch}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, ...numbers] = process.argv.slice(2)
  const [channels, gifts, products, vouchers] = numbers.map(Number)
  const { connect } = await import('./connect.mjs')
  const sql = connect({ url }, { max: 1 })
  await growCatalogue(sql, { channels, gifts, products, vouchers }).finally(() => sql.end())
}
