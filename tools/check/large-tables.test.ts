import { expect, it } from 'vitest'

import { testDatabase } from '#server/testing/test-database.ts'
import { testShop } from '#server/testing/test-shop.ts'

const WAITING = 12_000
const SESSIONS = 20_000

it('cleans up and counts a large shop without reading all of it (growth, section 4)', async () => {
  // One connection, so that what has been read is counted by the time it is asked for.
  const database = await testDatabase('template_world', { max: 1 })
  const shop = await testShop({ database })
  const holder = await shop.holder()
  await shop.sql`
    insert into job (name, data)
    select 'submit-order', '{"number":"none"}' from generate_series(1, ${WAITING})`
  await shop.sql`
    insert into job (name, data, failed_at)
    select 'refund', '{"key":"none"}', now() from generate_series(1, 3)`
  const opened = (count: number, ago: string) => shop.sql`
    insert into session (token_hash, voucher_id, created_at, seen_at, ends_at)
    select sha256((n || ${ago})::bytea), ${holder.voucherId}, now() - ${ago}::interval,
      now() - ${ago}::interval, now() - ${ago}::interval + interval '24 hours'
    from generate_series(1, ${count}) n`
  await opened(SESSIONS, '1 minute')
  await opened(5, '3 hours')
  await opened(5, '25 hours')
  // An old session that is active again: its start reveals nothing about its last use.
  await shop.sql`
    update session set seen_at = now() where token_hash = (
      select token_hash from session where seen_at < now() - interval '2 hours' and ends_at > now() limit 1)`
  for (const table of ['session', 'job']) await shop.sql.unsafe(`vacuum (analyze) ${table}`)

  /** Pages read, including those from memory. */
  const read = async (table: string) => {
    await shop.sql`select pg_stat_force_next_flush()`
    const [row] = await shop.sql<{ read: number }[]>`
      select sum(heap_blks_hit + heap_blks_read)::integer as read from pg_statio_user_tables
      where relid = ${table}::regclass or relid in (select relid from pg_partition_tree(${table}))`
    return row?.read ?? 0
  }
  const before = { session: await read('session'), jobs: await read('job') }
  expect(await shop.shop.sessions.eraseEnded()).toBe(9)
  expect((await read('session')) - before.session).toBeLessThan(80)

  const figures = await (await shop.request('/metrics')).text()
  const figure = (labels: string) => Number(figures.split(`jobs{${labels}} `)[1]?.split('\n')[0])
  expect(figure('queue="refund",state="failed"')).toBe(3)
  expect(figure('queue="submit-order",state="created"')).toBeGreaterThanOrEqual(10_000)
  expect((await read('job')) - before.jobs).toBeLessThan(1000)
  await shop.stop()
  await database.drop()
})
