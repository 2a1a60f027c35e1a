import { existsSync } from 'node:fs'

import { hash } from '@node-rs/argon2'

import { growOrders } from '#tools/scale/generate-orders.mjs'
import { type BenchWorld, storedBenchWorld, createBenchWorld } from '#tools/bench/bench-data.ts'
import { connect, type Queries, type Sql } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

const GIFTS = 5000
const VOUCHERS = 100_000
/** The orders of a year. Fewer are enough to measure something else. */
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)
/**
 * A folder that stores the data: the next run with it measures another version on the same orders and starts at once.
 */
const STORED_FOLDER = process.env['BENCH_BACKOFFICE_WORLD']

export const BACKOFFICE_OWNER = {
  email: 'bench@giftpoint.example',
  password: 'a long enough secret',
}

/** A back office with three hundred channels, each with gifts and texts, and years of data. */
export async function createBackofficeData(): Promise<
  Pick<BenchWorld, 'folder' | 'sql' | 'close'>
> {
  if (STORED_FOLDER !== undefined && existsSync(STORED_FOLDER))
    return storedBenchWorld(STORED_FOLDER)
  const world = await createBenchWorld(GIFTS, 100, { kept: STORED_FOLDER })
  // No timeout, even on a busy machine.
  await world.sql.begin(async (sql) => {
    await sql`set local statement_timeout = 0`
    await fill(sql)
  })
  const own = connect(world.connection, { max: 1 })
  await growOrders(own, { orders: ORDERS, firstChannel: 8001 })
  await own.end()
  await payByCard(world.sql)
  return world
}

async function fill(sql: Queries) {
  const secret = await hash(BACKOFFICE_OWNER.password)
  await sql`
    insert into staff (email, name, role, password_hash, language)
    values (${BACKOFFICE_OWNER.email}, 'Bench', 'owner', ${secret}, 'en')`
  await sql`
    insert into staff (email, name, role)
    select 'reader-' || n || '@giftpoint.example', 'Reader ' || n, 'reader' from generate_series(1, 400) n`
  await sql`insert into channel (id, name) select 8000 + n, 'Channel ' || n from generate_series(1, 300) n`
  await sql`
    insert into staff_channel (staff_id, channel_id)
    select id, (8000 + id % 300 + 1)::text from staff where role = 'reader'`
  await sql`
    insert into channel_host (host, channel_id)
    select 'shop-' || n || '.example', 8000 + n from generate_series(1, 300) n`
  await sql`
    insert into content (channel_id, path, block, kind, key, language, value, alt, position)
    select 8000 + n, path, block, kind, key, language, value, alt, position
    from (select * from content where channel_id = ${SHARED_CHANNEL} and language <> '' order by md5(path || key || language) limit 200) shared,
      generate_series(1, 300) n`
  await sql`
    insert into offer (channel_id, sku, points, position)
    select 8000 + n, sku, points, position
    from (select * from offer where channel_id = '1014') sold, generate_series(1, 300) n`
  await fillVouchers(sql)
  await sql`
    insert into release (name, state, channels, made_at)
    select 'Release ' || n, 'draft', array[(8000 + n % 300 + 1)::text], now() from generate_series(1, 2000) n`
  await sql`
    insert into audit (at, actor, action, subject_kind, subject_id, channel_id)
    select now() - n * interval '1 minute', 'shop', 'release.changed', 'release', n::text, (8000 + n % 300 + 1)::text
    from generate_series(1, 100000) n`
  await sql`analyze`
}

/** A sent batch, in which each voucher has a balance, a name and an email address. */
async function fillVouchers(sql: Queries) {
  const [batch] = await sql<{ id: number }[]>`
    insert into voucher_batch (channel_id, points, note) values ('8150', 8, 'Bench') returning id`
  const id = batch?.id ?? 0
  await sql`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3, blocked_at)
    select ${id}, (8000 + n % 300 + 1)::text, sha256(('bench ' || n)::bytea), 'bench',
      upper(substr(md5(n::text), 1, 3)), case when n % 100 = 0 then now() end
    from generate_series(1, ${VOUCHERS}) n`
  await sql`insert into voucher_balance (voucher_id, granted) select id, 5000 from voucher where batch_id = ${id}`
  await sql`
    insert into recipient (voucher_id, batch_id, name, email, added_at)
    select voucher.id, ${id}, 'Person ' || row_number() over (order by voucher.id),
      'person-' || row_number() over (order by voucher.id) || '@example.com', now()
    from voucher where batch_id = ${id}`
}

/** In one order of ten, one point is paid by card. */
async function payByCard(sql: Sql) {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`set local statement_timeout = 0`
    await sql`
      insert into payment (key, id, provider, cart_guid, cart_version, voucher_id, cents, points, redirect_url, cancel_url,
        state, outcome, order_number, created_at, expires_at, settled_at)
      select gen_random_uuid(), 'tr_' || number, 'sandbox', cart_guid, 4, voucher_id, 500, 0, '', '',
        'paid', 'ordered', number, placed_at, placed_at, placed_at
      from orders where number::bigint % 10 = 0`
    await sql`
      update orders set cents_paid = 500, points_paid = points_paid - 1, payment_key = payment.key,
        capture_id = case when points_paid > 1 then capture_id end
      from payment where order_number = number`
    await sql`
      update order_line set vat_country = 'NL', vat_bp = 2100 from payment
      where payment.order_number = order_line.order_number`
  })
  const own = await sql.reserve()
  await own`set statement_timeout = 0`
  await own`vacuum analyze`
  own.release()
}
