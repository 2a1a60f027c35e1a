// The cost of growth: many channels that sell the same gifts in one process, a year with a million orders, and
// commits with change events.
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'

import { connect } from './connect.mjs'
import { growCatalogue } from './generate-catalog.mjs'
import { growOrders } from './generate-orders.mjs'
import { measureMix } from './mixed-load.mjs'
import { folder } from './programs.mjs'
import {
  command,
  untilShopReady,
  startShop,
  startShops,
  stopShops,
  urlOf,
} from './shop-processes.mjs'

const CHANNELS = 300
const SHOP = 11
/** The value that docs/scale.md recommends for this number of channels. */
const CACHE_MEMORY_MB = '300'

async function withConnection(url, work) {
  const sql = connect({ url }, { max: 1 })
  await work(sql).finally(() => sql.end())
}

/** A database with the demo world, the source of the generated data. */
async function withGrownDatabase({ cluster }, work) {
  const admin = cluster.sql()
  await admin`drop database if exists grown with (force)`
  await admin`create database grown`
  await admin.end()
  const environment = { DATABASE_URL: cluster.url.replace(/giftpoint$/, 'grown'), CACHE_MEMORY_MB }
  try {
    await startShops(cluster, environment, [SHOP])
    await stopShops([SHOP])
    return await work(environment)
  } finally {
    await stopShops([SHOP])
    const admin = cluster.sql()
    await admin`drop database if exists grown with (force)`
    await admin.end()
  }
}

const growth = (rig) =>
  withGrownDatabase(rig, async (environment) => {
    const { cluster } = rig
    await withConnection(environment.DATABASE_URL, (sql) =>
      growCatalogue(sql, { channels: CHANNELS }),
    )
    const { pid } = startShop(cluster, SHOP, environment)
    await untilShopReady(cluster, SHOP)
    const { coldList, hot, mixed, hotAgain, afterLoad } = await measureMix(urlOf(cluster, SHOP), {
      pid,
    })
    return {
      note: [
        `cold list p50 ${coldList.p50} ms, longest ${coldList.max}`,
        `hot ${hot.rate}/s, one in twenty from others ${mixed.rate}/s, hot again ${hotAgain.rate}/s`,
        `p99 of the hot ones ${hot.hot.p99} and ${mixed.hot.p99} ms`,
        `${afterLoad} MB`,
      ].join('; '),
    }
  })

const millionOrders = (rig) =>
  withGrownDatabase(rig, async (environment) => {
    const { cluster } = rig
    const url = environment.DATABASE_URL
    await withConnection(url, (sql) => growCatalogue(sql, { channels: 30, vouchers: 100_000 }))
    await withConnection(url, growOrders)
    const checked = await timed(() => command(cluster, ['check'], environment))
    if (checked.code !== 0) throw new Error(checked.said.slice(-500))
    const file = path.join(folder, 'grown.backup')
    const backup = await timed(() => command(cluster, ['backup', file], environment))
    if (backup.code !== 0) throw new Error(backup.said.slice(-500))
    const megabytes = Math.round(statSync(file).size / 1e6)
    rmSync(file)
    const start = await timed(() => startShops(cluster, environment, [SHOP]))
    return {
      note: `check ${checked.seconds} s; backup ${backup.seconds} s, ${megabytes} MB; ready after ${start.seconds} s`,
    }
  })

async function timed(work) {
  const began = performance.now()
  const result = await work()
  return { ...result, seconds: ((performance.now() - began) / 1000).toFixed(1) }
}

const CLIENTS = [8, 32]
const COMMITS_MS = 4000
/** An order's write, and a write that notifies at once. */
const WRITES = {
  'nothing told': (sql) => sql`insert into news_plain default values`,
  // As orders do it: written, and read by the others a moment later.
  'of an order': (sql) => sql`
    with later as materialized (select set_config('shop.told_later', 'on', true))
    insert into change_event (topic, subject) select 'voucher', '0' from later`,
  'told at once': (sql) => sql`insert into change_event (topic, subject) values ('session', '0')`,
}

/** How many small transactions are committed a second, by how many at once, and what telling of them costs. */
async function changeEvents(rig) {
  const { cluster } = rig
  const admin = cluster.sql()
  await admin`create table if not exists news_plain (id bigint generated always as identity)`
  const lines = []
  try {
    for (const isSynchronous of [true, false]) {
      await cluster.setSynchronous(isSynchronous)
      rig.synchronous = isSynchronous
      const rates = []
      for (const [name, commit] of Object.entries(WRITES)) {
        const counts = []
        for (const clients of CLIENTS)
          counts.push(await commitsASecond(cluster.url, clients, commit))
        rates.push(`${name} ${counts.join(' / ')}`)
      }
      lines.push(`${isSynchronous ? 'synchronous' : 'asynchronous'}: ${rates.join(', ')}`)
    }
  } finally {
    await admin`drop table news_plain`
    await admin`delete from change_event where subject = '0'`
    await admin.end()
  }
  return { note: `commits/s by ${CLIENTS.join(' / ')}; ${lines.join('; ')}` }
}

async function commitsASecond(url, clients, commit) {
  const sql = connect({ url }, { max: clients })
  try {
    let done = 0
    const end = performance.now() + COMMITS_MS
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) {
          await commit(sql)
          done += 1
        }
      }),
    )
    return Math.round((done * 1000) / COMMITS_MS)
  } finally {
    await sql.end()
  }
}

export const ROWS = {
  growth: {
    description: `${CHANNELS} channels of 5,000 gifts each out of 20,000, four languages, one process`,
    run: growth,
  },
  million: {
    description: '1,000,000 orders of a year, 100,000 vouchers: check, backup, a start',
    run: millionOrders,
  },
  changeEvents: {
    description: 'commits a second that tell the others nothing, later, or at once',
    run: changeEvents,
  },
}
