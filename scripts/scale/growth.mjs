// What growth costs: many channels that sell out of the same gifts, in one process.
import { growCatalogue } from './grow-catalogue.mjs'
import { measureMix } from './mixed-load.mjs'
import { shopReady, startShop, startShops, stopShops, urlOf } from './shops.mjs'

const CHANNELS = 300
const SHOP = 11
/** As docs/scale.md says for so many channels. */
const MEMORY_MB = '300'

async function growth({ cluster }) {
  const admin = cluster.sql()
  await admin`drop database if exists grown with (force)`
  await admin`create database grown`
  await admin.end()
  const environment = { DATABASE_URL: cluster.url.replace(/giftpoint$/, 'grown'), MEMORY_MB }
  try {
    // It begins with the demo world, of which all that grows is made.
    await startShops(cluster, environment, [SHOP])
    await stopShops([SHOP])
    await growCatalogue(environment.DATABASE_URL, { channels: CHANNELS })
    const { pid } = startShop(cluster, SHOP, environment)
    await shopReady(cluster, SHOP)
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
  } finally {
    await stopShops([SHOP])
    const admin = cluster.sql()
    await admin`drop database if exists grown with (force)`
    await admin.end()
  }
}

export const ROWS = {
  growth: {
    says: `${CHANNELS} channels of 5,000 gifts each out of 20,000, four languages, one process`,
    run: growth,
  },
}
