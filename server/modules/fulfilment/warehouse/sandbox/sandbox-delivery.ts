import { createHash } from 'node:crypto'

import { DEFAULT_CUT_OFF } from '#domain/fulfilment/arrival.ts'
import type { ParcelState } from '#domain/fulfilment/parcel-state.ts'
import { atomically, type Queries, type Sql } from '#server/platform/db/database.ts'
import { sandboxTimeframes } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-timeframes.ts'
import {
  type Clock,
  type Collo,
  type DeliveryPort,
  ServiceRefused,
  type WarehouseEvent,
  type WarehouseOrder,
} from '#server/platform/services/service-ports.ts'

export type SandboxDelivery = DeliveryPort & {
  /**
   * Moves the parcel to its next state, for demos and tests: PICKED, SHIPPED (with a tracking code), DELIVERED or any
   * other warehouse state. Skipped states are added.
   */
  advance(orderNumber: string, type: string): Promise<void>
}

const STEPS = ['RECEIVED', 'PICKED', 'SHIPPED', 'DELIVERED']
/** Only the first line is shipped now. */
const PART = 'PARTLY_SHIPPED'
/** These events set the state of the parcel that was shipped last. */
const UNDELIVERABLE: Record<string, ParcelState> = { LOST: 'lost', REFUSED: 'refused' }
const EVENTS_AT_ONCE = 500

type SandboxOptions = {
  sql: Sql
  clock: Clock
  /** Orders placed until this time of day leave the warehouse on the same day. */
  cutOff?: string
  /** The address of the shop, for links to a parcel's page. Without it parcels have no link. */
  baseUrl?: () => string
}

export function sandboxDelivery(options: SandboxOptions): SandboxDelivery {
  const { sql, clock, cutOff = DEFAULT_CUT_OFF, baseUrl } = options
  return {
    sandbox: true,

    options: (question) => Promise.resolve(sandboxTimeframes(question, cutOff)),

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
      const parcels = await tracking(sql, orderNumber)
      return parcels.map((parcel) => ({
        ...parcel,
        link: baseUrl ? `${baseUrl()}/sandbox/parcels/${parcel.code}` : null,
      }))
    },

    // The sandbox moves no stock, so the shop's own stock levels are right.
    stock: () => Promise.resolve([]),
  }
}

async function tracking(sql: Sql, orderNumber: string): Promise<Omit<Collo, 'link'>[]> {
  const [order] = await sql<{ content: WarehouseOrder; types: string[] }[]>`
    select content, array(select type from sandbox_warehouse_event where order_number = ${orderNumber}) as types
    from sandbox_warehouse_order where order_number = ${orderNumber}`
  if (!order) return []
  const { content, types } = order
  const [firstLine, ...otherLines] = content.lines
  const parts = types.includes(PART) && firstLine ? [[firstLine], otherLines] : [content.lines]
  // With two parcels, the first contains the part that was shipped.
  const shipped = types.includes('SHIPPED') ? parts : parts.slice(0, types.includes(PART) ? 1 : 0)
  const state = UNDELIVERABLE[types.find((type) => type in UNDELIVERABLE) ?? ''] ?? 'sent'
  return shipped
    .filter((lines) => lines.length > 0)
    .map((lines, index, parcels) => ({
      code: trackingCode(index === 0 ? orderNumber : `${orderNumber} ${index}`),
      carrier: (content.carrier?.shipperCode.startsWith('DHL') ?? false) ? 'DHL' : 'PostNL',
      state: types.includes('DELIVERED')
        ? 'delivered'
        : index === parcels.length - 1
          ? state
          : 'sent',
      products: lines.map(({ sku, quantity }) => ({ sku, quantity })),
    }))
}

/**
 * A reader that has seen event 7 never looks for event 6, so events must be committed in order. The lock makes each
 * writer wait for the previous one.
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
  const earlierTypes = await eventTypes(sql, orderNumber)
  for (const type of types.filter((type) => !earlierTypes.includes(type))) {
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

const tooLate = () => refused('too-late', 'The warehouse has already started this order')

function refused(code: string, message: string) {
  return new ServiceRefused('delivery', code, message)
}
