import { createHash } from 'node:crypto'

import { atomically, type Queries, type Sql } from '#server/db/database.ts'
import { sandboxTimeframes } from '#server/adapters/sandbox-timeframes.ts'
import {
  type Clock,
  type DeliveryPort,
  ServiceRefused,
  type WarehouseEvent,
  type WarehouseOrder,
} from '#server/ground/ports.ts'

export type SandboxDelivery = DeliveryPort & {
  /**
   * What happens to the parcel next, for demos and tests: PICKED, SHIPPED (a tracking code comes with it),
   * DELIVERED, or any other word a warehouse might use. Earlier steps left out are made up for.
   */
  advance(orderNumber: string, type: string): Promise<void>
}

const STEPS = ['RECEIVED', 'PICKED', 'SHIPPED', 'DELIVERED']
const EVENTS_AT_ONCE = 500

export function sandboxDelivery({ sql, clock }: { sql: Sql; clock: Clock }): SandboxDelivery {
  return {
    sandbox: true,

    options: (question) => Promise.resolve(sandboxTimeframes(question, clock.now())),

    async submit(order) {
      await atomically(sql, async (sql) => {
        await sql`
          insert into sandbox_warehouse_order (order_number, content, created_at)
          values (${order.orderNumber}, ${sql.json(order)}, ${clock.now()})
          on conflict do nothing`
        await addEvents(sql, order.orderNumber, ['RECEIVED'], clock)
      })
    },

    async change(order) {
      await atomically(sql, async (sql) => {
        const types = await eventTypes(sql, order.orderNumber)
        if (types.length === 0) throw refused('rejected', 'There is no such order')
        if (types.includes('PICKED')) throw tooLate()
        await sql`
          update sandbox_warehouse_order set content = ${sql.json(order)}
          where order_number = ${order.orderNumber}`
      })
    },

    async cancel(orderNumber, note) {
      await atomically(sql, async (sql) => {
        const types = await eventTypes(sql, orderNumber)
        if (types.length === 0) return
        if (types.includes('PICKED')) {
          throw tooLate()
        }
        await addEvents(sql, orderNumber, ['DELETED'], clock, note)
      })
    },

    async advance(orderNumber, type) {
      await atomically(sql, async (sql) => {
        const types = await eventTypes(sql, orderNumber)
        if (types.length === 0) throw refused('no-such-order', 'There is no such order')
        if (types.includes('DELETED')) throw refused('cancelled', 'The order has been cancelled')
        const step = STEPS.indexOf(type)
        await addEvents(sql, orderNumber, step < 0 ? [type] : STEPS.slice(0, step + 1), clock)
      })
    },

    async eventsSince(cursor) {
      return sql<WarehouseEvent[]>`
        select id, order_number as "orderNumber", type, description, at
        from sandbox_warehouse_event where id > ${cursor} order by id limit ${EVENTS_AT_ONCE}`
    },

    async tracking(orderNumber) {
      const [shipped] = await sql<{ content: WarehouseOrder }[]>`
        select content from sandbox_warehouse_order
        where order_number = ${orderNumber} and exists (
          select from sandbox_warehouse_event
          where order_number = ${orderNumber} and type = 'SHIPPED'
        )`
      if (!shipped) return []
      const dhl = shipped.content.carrier?.shipperCode.startsWith('DHL') ?? false
      // No link: a carrier's site would say that it knows no such parcel.
      return [{ code: trackingCode(orderNumber), link: null, carrier: dhl ? 'DHL' : 'PostNL' }]
    },

    // Nothing ever moves on these shelves: the shop's own count is right.
    stock: () => Promise.resolve([]),
  }
}

/**
 * A reader who has seen event 7 never looks for event 6 again, so nobody may commit them in the wrong
 * order: whoever is about to write waits here for the one before.
 */
async function eventTypes(sql: Queries, orderNumber: string) {
  await sql`select pg_advisory_xact_lock(hashtext('sandbox_warehouse_event'))`
  const rows = await sql<{ type: string }[]>`
    select type from sandbox_warehouse_event where order_number = ${orderNumber}`
  return rows.map(({ type }) => type)
}

async function addEvents(
  sql: Queries,
  orderNumber: string,
  types: string[],
  clock: Clock,
  note = '',
) {
  const known = await eventTypes(sql, orderNumber)
  for (const type of types.filter((type) => !known.includes(type))) {
    const description = note || `Order ${type.toLowerCase()}`
    await sql`
      insert into sandbox_warehouse_event (order_number, type, description, at)
      values (${orderNumber}, ${type}, ${description}, ${clock.now()})`
  }
}

function trackingCode(orderNumber: string) {
  const hash = createHash('sha256').update(orderNumber).digest()
  return `3STEST${String(hash.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0')}`
}

const tooLate = () => refused('too-late', 'The warehouse has begun with this order')

function refused(code: string, message: string) {
  return new ServiceRefused('delivery', code, message)
}
