// What happens to a shop of several machines, a row each: an event under a load of whole checkouts, and the proof.
import { setTimeout as pause } from 'node:timers/promises'

import { stop, waitUntil } from './programs.mjs'
import { compare, shoppersAt } from './simulated-shoppers.mjs'
import {
  command,
  nameOf,
  untilShopReady,
  startShop,
  startShops,
  stopShops,
  urlOf,
} from './shop-processes.mjs'

const LOAD_MS = 6000
const AFTER_MS = 6000
const DRAIN_MS = 2000

/** The cart of each order number, over all rows of a run: a duplicate number may occur in two of them. */
let knownOrders = new Map()

/** An event under load, and its result. Returns some time after the shops sell again. */
async function underLoad(rig, { urls, event, atOnce = 8, most = Infinity }) {
  const { cluster, codes, gifts } = rig
  const shoppers = shoppersAt(urls, { codes, gifts, atOnce })
  let result
  try {
    await pause(LOAD_MS)
    await event(shoppers)
    await waitUntil('enough requests', () => most === Infinity || shoppers.requestCount() >= most)
    await pause(AFTER_MS)
  } finally {
    result = await shoppers.stop()
  }
  await cluster.untilComplete(rig.synchronous)
  const sql = cluster.sql()
  const { lost, twice, told: known } = await compare(sql, result.orders, knownOrders)
  knownOrders = known
  await sql.end({ timeout: 1 })
  return { ...result, lost, twice, ...(await checkData(cluster)) }
}

async function checkData(cluster) {
  const { code, said } = await command(cluster, ['check'])
  return { check: code === 0 ? 'agree' : `exit ${code}: ${said.trim().split('\n').at(-1)}` }
}

const bothUrls = ({ cluster }) => [1, 2].map((number) => urlOf(cluster, number))

async function setSynchronous(rig, wanted) {
  if (rig.synchronous === wanted) return
  await rig.cluster.setSynchronous(wanted)
  rig.synchronous = wanted
}

/** Until the shops are ready again: both have found the new leader. */
const untilShopsReady = ({ cluster }) =>
  Promise.all([1, 2].map((number) => untilShopReady(cluster, number)))

async function failOver(rig, wanted) {
  await setSynchronous(rig, wanted)
  return underLoad(rig, {
    urls: bothUrls(rig),
    event: async () => {
      await rig.cluster.failOver()
      await untilShopsReady(rig)
    },
  })
}

async function kill(rig, wanted, lagMs = 0) {
  const { cluster } = rig
  await setSynchronous(rig, wanted)
  return underLoad(rig, {
    urls: bothUrls(rig),
    event: async () => {
      const killed = await cluster.killLeader({ lagMs, wait: pause })
      await waitUntil('another leader', async () => {
        const now = await cluster.leader()
        return now !== undefined && now !== killed
      })
      await untilShopsReady(rig)
      cluster.startNode(killed)
    },
  })
}

async function rolling(rig, isDrained) {
  const { cluster } = rig
  await setSynchronous(rig, true)
  return underLoad(rig, {
    urls: [cluster.front],
    atOnce: 12,
    most: 3000,
    event: async () => {
      for (const number of [1, 2, 1, 2]) {
        if (isDrained) {
          await cluster.sendToHaproxy(`set server shops/s${number} state drain`)
          await pause(DRAIN_MS)
        }
        await stop(nameOf(number))
        startShop(cluster, number)
        await untilShopReady(cluster, number)
        await cluster.sendToHaproxy(`set server shops/s${number} state ready`)
        // The balancer has to have seen it as well.
        await pause(DRAIN_MS)
      }
    },
  })
}

/** With other addresses of the database than the balancer's, for as long as the row lasts. */
async function withEnvironment(rig, environment, work) {
  await stopShops()
  await startShops(rig.cluster, environment)
  try {
    return await work()
  } finally {
    await stopShops()
    await startShops(rig.cluster)
  }
}

async function firstStart(rig) {
  const { cluster } = rig
  const numbers = [3, 4, 5, 6, 7, 8, 9, 10]
  const admin = cluster.sql()
  await admin`drop database if exists first_start with (force)`
  await admin`create database first_start`
  await admin.end()
  const began = performance.now()
  const url = cluster.url.replace(/giftpoint$/, 'first_start')
  try {
    await startShops(cluster, { DATABASE_URL: url, DATABASE_POOL: '4' }, numbers)
    return {
      note: `eight at once on nothing: all ready after ${seconds(performance.now() - began)}`,
    }
  } finally {
    await stopShops(numbers)
  }
}

/** How fast a backlog is worked off, by two shops that have nothing else to do. */
async function jobs({ cluster }) {
  const DUE = 300_000
  const sql = cluster.sql()
  await sql`
    insert into job (name, data, start_after)
    select 'submit-order', jsonb_build_object('number', 'none-' || n), now() - interval '1 hour'
    from generate_series(1, ${DUE}) n`
  await sql`analyze job`
  const countDue = async () => {
    const [row] = await sql`
      select count(*)::integer as left from job
      where name = 'submit-order' and failed_at is null and data ->> 'number' like 'none-%'`
    return row.left
  }
  const before = await countDue()
  const began = performance.now()
  await pause(20_000)
  const finished = before - (await countDue())
  const elapsedMs = performance.now() - began
  await sql`delete from job where data ->> 'number' like 'none-%'`
  await sql.end()
  return {
    note: `${DUE.toLocaleString('en')} due: ${Math.round((finished * 1000) / elapsedMs)} jobs/s by two shops`,
  }
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** In this order, where none is named. */
export const ROWS = {
  'first-start': { description: 'eight shops start at once on an empty database', run: firstStart },
  switchover: {
    description: 'the leader hands over, synchronous',
    run: (rig) => failOver(rig, true),
  },
  'switchover-async': {
    description: 'the leader hands over, asynchronous',
    run: (rig) => failOver(rig, false),
  },
  kill: { description: 'kill -9 of the leader, synchronous', run: (rig) => kill(rig, true) },
  'kill-lag': { description: 'the same after 1.5 s of lag', run: (rig) => kill(rig, true, 1500) },
  'kill-async': {
    description: 'kill -9 of the leader, asynchronous',
    run: (rig) => kill(rig, false),
  },
  'kill-lag-async': {
    description: 'the same after 1.5 s of lag: orders are lost, no number may come twice',
    mayLose: true,
    run: (rig) => kill(rig, false, 1500),
  },
  standby: {
    description: 'the synchronous standby freezes for 8 s',
    async run(rig) {
      await setSynchronous(rig, true)
      return underLoad(rig, {
        urls: bothUrls(rig),
        event: async () => {
          const thaw = await rig.cluster.freezeStandby()
          await pause(8000)
          thaw()
          await untilShopsReady(rig)
        },
      })
    },
  },
  hosts: {
    description: 'DATABASE_URL names all three hosts, the leader is killed',
    run: (rig) =>
      withEnvironment(rig, { DATABASE_URL: rig.cluster.hostsUrl }, () => kill(rig, true)),
  },
  pgbouncer: {
    description: 'PgBouncer in transaction mode, the leader hands over',
    async run(rig) {
      const { cluster } = rig
      cluster.startPool()
      const environment = { DATABASE_URL: cluster.poolUrl, DATABASE_DIRECT_URL: cluster.url }
      try {
        return await withEnvironment(rig, environment, () => failOver(rig, true))
      } finally {
        await stop('pgbouncer', 'SIGINT')
      }
    },
  },
  rolling: {
    description: 'both shops restart twice, SIGTERM alone',
    run: (rig) => rolling(rig, false),
  },
  'rolling-drained': { description: 'the same, drained first', run: (rig) => rolling(rig, true) },
  jobs: { description: 'the job queue with 300,000 due', run: jobs },
}
