import type { Transaction } from '#server/platform/db/database.ts'
import {
  finishRequest,
  type OutboundRequest,
  releaseRequest,
  acquireOutboundRequest,
} from '#server/platform/jobs/outbound-request.sql.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { moveLines } from '#server/modules/orders/lines/update-line-states.ts'
import {
  isKnownEvent,
  lockOrder,
  reopenForLateEvent,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import { fromRoundName } from '#server/modules/fulfilment/submit-lines.ts'
import { ServiceDown, type WarehouseEvent } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const FEED = 'warehouse'
/** Events per transaction, so that transactions stay short and a failure repeats little work. */
const EVENTS_AT_ONCE = 50
const EVERY_MS = 30_000
const MAX_DELAY_MS = 10 * 60_000

/** Warehouse states with a meaning for the shop; any other state is only recorded. */
const MEANINGS: Record<string, 'shipped' | 'delivered'> = {
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
}
/** Something is out of stock: the order waits for stock or for a decision by staff. */
const BACK_ORDER = /BACK.?ORDER/
/** A part was shipped, or a parcel has a state of its own: the details are read from the parcels. */
const PARCEL_EVENT = /PART|COLLO|LOST|REFUS|RETURN/

/**
 * Reads new events after the stored cursor, and moves the cursor in the transaction that saves them. No transaction
 * is open during the warehouse request. Only one process reads at a time; if two read because one took too long, the
 * first result is saved. Each order has its own job to fetch its parcels, so orders do not block each other. Returns
 * the number of events.
 */
export async function readWarehouseFeed(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const request = await acquireOutboundRequest(shop.sql, `feed ${FEED}`, now)
  if (!('holder' in request)) return 0
  try {
    const [cursor] = await shop.sql<{ position: number }[]>`
      select position from feed_cursor where feed = ${FEED}`
    const position = cursor?.position ?? 0
    const events = await shop.ports.delivery.eventsSince(position)
    return await saveEvents(shop, request, position, events.slice(0, EVENTS_AT_ONCE))
  } catch (error) {
    await releaseRequest(shop.sql, request, now).catch(() => {})
    throw error
  }
}

function saveEvents(
  shop: Shop,
  request: OutboundRequest,
  position: number,
  events: WarehouseEvent[],
) {
  return shop.sql.begin(async (sql) => {
    await sql`insert into feed_cursor (feed, position) values (${FEED}, 0) on conflict do nothing`
    const [cursor] = await sql<{ position: number }[]>`
      select position from feed_cursor where feed = ${FEED} for update`
    await finishRequest(sql, request)
    if (cursor?.position !== position) return 0
    for (const event of events) await applyEvent(shop, sql, event)
    const last = events.at(-1)
    if (last) await sql`update feed_cursor set position = ${last.id} where feed = ${FEED}`
    return events.length
  })
}

async function applyEvent(shop: Shop, sql: Transaction, event: WarehouseEvent) {
  const fulfilment = fromRoundName(event.orderNumber)
  const order = fulfilment && (await lockOrder(sql, fulfilment.number))
  // A warehouse account may serve other shops, or have served this shop before a restore.
  if (!fulfilment || !order)
    return shop.log.info({ order: event.orderNumber }, 'warehouse event for an unknown order')

  const { number, round } = fulfilment
  const sourceId = `${FEED} ${event.id}`
  if (await isKnownEvent(sql, order, sourceId)) return
  await reopenForLateEvent(sql, order, 'the warehouse told late')
  const isBackOrder = BACK_ORDER.test(event.type)
  await saveEvent(sql, {
    number,
    type: isBackOrder ? 'back-order' : event.type.toLowerCase().replaceAll('\0', ''),
    description: event.description.replaceAll('\0', ''),
    sourceId,
    at: event.at,
  })
  if (isBackOrder) {
    const isWaiting = order.lines.some(
      (line) =>
        line.deliveryCondition === 'monta' && line.round === round && line.state === 'released',
    )
    if (!isWaiting) return
    const reason = event.description.replaceAll('\0', '')
    const { channelId } = order
    return openTaskFor(sql, {
      kind: 'back-order',
      subject: event.orderNumber,
      cause: reason,
      reason,
      channelId,
      orderNumber: number,
      detail: { round },
    })
  }
  const meaning = MEANINGS[event.type]
  // An order that was shipped or deleted is no longer in back-order.
  if (meaning || event.type === 'DELETED') await closeTaskFor(sql, 'back-order', event.orderNumber)
  if (!meaning && !PARCEL_EVENT.test(event.type)) return
  if (!meaning) {
    const shippedAt = shop.ports.clock.now().toISOString()
    return shop.jobs.send(sql, [{ name: 'find-parcels', data: { number, round, shippedAt } }])
  }

  const moved = await moveLines(
    sql,
    order,
    (line) => line.deliveryCondition === 'monta' && line.round === round,
    meaning,
  )
  const isShipped = moved.length > 0 && meaning === 'shipped'
  const shippedAt = isShipped ? shop.ports.clock.now().toISOString() : null
  await shop.jobs.send(sql, [{ name: 'find-parcels', data: { number, round, shippedAt } }])
}

/** Polls the feed, less and less often while the warehouse does not answer. */
export const pollWarehouse = (shop: Shop): RecurringJob<number> => ({
  everyMs: EVERY_MS,
  atStart: true,
  failureMessage: 'warehouse events not read',
  run: () => readWarehouseFeed(shop),
  // The feed comes in batches: after a batch there may be more.
  more: (events) => events > 0,
  waitAfter,
})

export function waitAfter(error: unknown, failures: number) {
  const requestedMs = error instanceof ServiceDown ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.min(MAX_DELAY_MS, Math.max(requestedMs, EVERY_MS * 2 ** Math.min(failures - 1, 10)))
}
