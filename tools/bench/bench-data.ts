import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { benchEnds, keepFolder, removeWithBench } from '#tools/bench/end-with-bench.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { DEFAULT_PEPPER, DEFAULT_SALT } from '#server/platform/config/config.ts'
import { connect, type Sql, type Transaction } from '#server/platform/db/database.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { importFolder } from '#server/modules/channels/bundle/import-bundle.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { allLanguages } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type BenchWorld = {
  folder: string
  sql: Sql
  connection: { host: string; port: number; user: string; database: string }
  /** Sixteen connections, to measure the limit of the database itself. */
  limitSql: Sql
  hashes: string[]
  /** The parent of all PostgreSQL processes. */
  postgresPid: number
  close(): Promise<void>
}

/** Opens the data of an earlier run, and migrates it. */
export async function storedBenchWorld(folder: string) {
  removeWithBench(folder, { kept: true })
  const server = await startEmbeddedPostgres({
    folder: `${folder}/database`,
    maxConnections: 100,
    abort: benchEnds,
  })
  const sql = connect(server.connection, { max: 4 })
  await migrate(sql)
  return {
    folder,
    sql,
    async close() {
      await sql.end()
      await server.stop()
      keepFolder(folder)
    },
  }
}

/** A shop with this many products and vouchers. Its folder is temporary, unless `storedFolder` is given. */
export async function createBenchWorld(
  products: number,
  vouchers: number,
  {
    kept: storedFolder,
    settings = [],
  }: { kept?: string | undefined; settings?: readonly string[] } = {},
): Promise<BenchWorld> {
  const folder = storedFolder ?? mkdtempSync(path.join(os.tmpdir(), 'giftpoint-bench-'))
  removeWithBench(folder, { kept: storedFolder !== undefined })
  const server = await startEmbeddedPostgres({
    folder: `${folder}/database`,
    maxConnections: 100,
    settings,
    abort: benchEnds,
  })
  const sql = connect(server.connection, { max: 4 })
  await migrate(sql)
  const { problems } = await importFolder({
    sql,
    folder: path.join(projectRoot, 'demo/small-world'),
  })
  if (problems[0]) throw new Error(JSON.stringify(problems[0]))
  await sql.begin((sql) => createProducts(sql, products))
  const hashes = await createVouchers(sql, vouchers)
  await sql`create table bench_limit (id bigint generated always as identity primary key, at timestamptz)`
  await sql`analyze`
  const limitSql = connect(server.connection, { max: 16 })
  return {
    folder,
    sql,
    connection: server.connection,
    limitSql,
    hashes,
    postgresPid: server.pid,
    async close() {
      await limitSql.end()
      await sql.end()
      await server.stop()
      if (storedFolder === undefined) await rm(folder, { recursive: true, force: true })
      keepFolder(folder)
    },
  }
}

async function createProducts(sql: Transaction, products: number) {
  await sql`
    insert into product (id, brand_id, delivery_condition, sustainable, owner_channel_id, pictures)
    select 'bench-' || n, (select id from brand order by md5(id || n) limit 1),
      (array['monta', 'dropship', 'digital'])[n % 3 + 1], n % 4 = 0, ${SHARED_CHANNEL}::text,
      array(select hash || '.webp' from picture where media_type = 'image/webp' order by md5(hash || n) limit 3)
    from generate_series(1, ${products}) n`
  await sql`
    insert into product_text (product_id, channel_id, language, name, description, details, delivery_info)
    select 'bench-' || n, ${SHARED_CHANNEL}::text, language,
      (array['Vase', 'Mug', 'Lamp', 'Blanket', 'Candle', 'Board', 'Bottle'])[n % 7 + 1] || ' number ' || n,
      repeat('A gift that one would like to receive, made with care. ', 6), repeat('Stoneware, 20 cm. ', 5), 'Delivered in two days'
    from generate_series(1, ${products}) n, unnest(${[...allLanguages]}::text[]) language`
  await sql`
    insert into product_tag (product_id, tag_id)
    select distinct 'bench-' || n, (select id from tag order by md5(id || n || i) limit 1)
    from generate_series(1, ${products}) n, generate_series(1, 2) i`
  await sql`insert into article (sku, product_id) select 'bench-' || n, 'bench-' || n from generate_series(1, ${products}) n`
  await sql`insert into stock (sku, on_hand) select 'bench-' || n, 0 from generate_series(1, ${products}) n`
  await sql`
    insert into stock_movement (sku, quantity, reason) select 'bench-' || n, 1000000, 'count' from generate_series(1, ${products}) n`
  await sql`
    insert into offer (channel_id, sku, points, position)
    select '1014', 'bench-' || n, n % 20 + 1, n from generate_series(1, ${products}) n`
}

/** Returns what a browser would send for each code. */
async function createVouchers(sql: Sql, count: number) {
  const keys = voucherKeys(DEFAULT_SALT, DEFAULT_PEPPER)
  const hashes = Array.from({ length: count }, (_, n) =>
    keys.wireHash(`b${String(n).padStart(8, '0')}`),
  )
  await sql.begin(async (sql) => {
    const [batch] = await sql<{ id: number }[]>`
      insert into voucher_batch (channel_id, points, check_character) values ('1014', 20, false) returning id`
    for (let first = 0; first < count; first += 1000) {
      const rows = hashes.slice(first, first + 1000).map((hash) => ({
        batch_id: batch?.id ?? 0,
        channel_id: '1014',
        lookup: keys.lookups(hash)[0]?.lookup ?? Buffer.alloc(32),
        pepper_id: 'bench',
        last3: 'xxx',
      }))
      await sql`insert into voucher ${sql(rows)}`
    }
    await sql`insert into voucher_balance (voucher_id) select id from voucher where batch_id = ${batch?.id ?? 0}`
    await sql`
      insert into ledger (voucher_id, kind, points)
      select id, 'grant', 20 from voucher where batch_id = ${batch?.id ?? 0}`
  })
  return hashes
}
