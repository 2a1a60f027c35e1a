import { makeBenchWorld } from '#bench/bench-world.ts'
import {
  ADDRESS,
  caller,
  carriersQuestion,
  choiceFrom,
  needed,
  withinPoints,
} from '#bench/checkout-load.ts'
import { familyMs, processorMs } from '#bench/processor-time.ts'
import { startShopProcess } from '#bench/shop-process.ts'

/**
 * What each step of a checkout costs: many holders take the first one, then all of them the second, and so on. Milliseconds of
 * the processor, which other programs of a busy machine hardly move; not how long anybody waited.
 */
const HOLDERS = Number(process.env['BENCH_HOLDERS'] ?? 600)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const AT_ONCE = 16

type Guest = { hash: string; token: string; cart_guid: string; choice: unknown }
type Step = { name: string; take: (guest: Guest, index: number) => Promise<void> }

const world = await makeBenchWorld(1000, HOLDERS * (ROUNDS + 1))
const shop = await startShopProcess(world.folder)
const call = caller(shop.url)

const steps: Step[] = [
  {
    name: 'log in',
    async take(guest) {
      const answer = await needed(
        call('POST', '/rest/giftcardcodelogin', null, { encrypted_code: guest.hash }),
      )
      guest.token = String(answer['wt'])
      guest.cart_guid = String(answer['shopping_cart_guid'])
    },
  },
  {
    name: 'add to cart',
    async take({ token, cart_guid }, index) {
      const [spli_id] = withinPoints(index)
      const add = {
        cart_guid,
        spli_id,
        quantity: 1,
        force_new_line: false,
        shopping_cart_item: null,
      }
      await needed(call('POST', '/rest/shopping_cart', token, add))
    },
  },
  {
    name: 'read the cart',
    async take({ token, cart_guid }) {
      await needed(call('GET', `/rest/shopping_cart_get?cart_guid=${cart_guid}`, token))
    },
  },
  {
    name: 'say where to',
    async take({ token, cart_guid }) {
      const where = { cart_guid, ...ADDRESS }
      await needed(call('PUT', '/rest/shopping_cart_add_contact_and_address', token, where))
    },
  },
  {
    name: 'ask the carriers',
    async take(guest) {
      const answer = await needed(
        call(
          'POST',
          '/rest/monta/delivery_methods',
          guest.token,
          carriersQuestion(guest.cart_guid),
        ),
      )
      guest.choice = choiceFrom(answer, guest.cart_guid)
    },
  },
  {
    name: 'choose',
    async take({ token, choice }) {
      await needed(call('PUT', '/rest/shopping_cart_set_monta_shipping_method', token, choice))
    },
  },
  {
    name: 'order',
    async take({ token, cart_guid }) {
      await needed(call('PUT', '/rest/convert_cart', token, { cart_guid, payment_method: 'FC' }))
    },
  },
]

const costs = new Map<string, { shop: number[]; database: number[] }>()
const hashes = world.hashes.values()
for (let round = 0; round <= ROUNDS; round += 1) {
  const guests = Array.from({ length: HOLDERS }, () => {
    const { value: hash = '' } = hashes.next()
    return { hash, token: '', cart_guid: '', choice: undefined }
  })
  for (const { name, take } of steps) {
    const before = [processorMs(shop.pid), familyMs(world.postgresPid)] as const
    await all(guests, take)
    const shopMs = (processorMs(shop.pid) - before[0]) / HOLDERS
    const databaseMs = (familyMs(world.postgresPid) - before[1]) / HOLDERS
    // The first round warms everything up.
    if (round === 0) continue
    const cost = costs.get(name) ?? { shop: [], database: [] }
    cost.shop.push(shopMs)
    cost.database.push(databaseMs)
    costs.set(name, cost)
  }
  await untilMailsSent()
}
const lines = [...costs].map(
  ([name, { shop, database }]) => [name, best(shop), best(database)] as const,
)
const sum = (column: 1 | 2) => lines.reduce((sum, line) => sum + line[column], 0)
process.stdout.write(
  `| ${HOLDERS} holders, the best of ${ROUNDS} | shop CPU ms | PostgreSQL CPU ms |\n`,
)
for (const [name, shopMs, databaseMs] of [...lines, ['all', sum(1), sum(2)] as const]) {
  process.stdout.write(
    `| ${name.padEnd(28)} | ${shopMs.toFixed(2).padStart(11)} | ${databaseMs.toFixed(2).padStart(17)} |\n`,
  )
}
await shop.stop()
await world.close()

async function all(guests: Guest[], take: Step['take']) {
  const waiting = guests.entries()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, guest] of waiting) await take(guest, index)
    }),
  )
}

async function untilMailsSent() {
  for (;;) {
    const [row] = await world.sql`select from mail where state = 'queued' limit 1`
    if (!row) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Others of the machine only ever add. */
function best(values: number[]) {
  return Math.min(...values)
}
