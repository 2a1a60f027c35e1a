import type { Transaction } from '#server/platform/db/database.ts'
import {
  comeBack,
  type OutboundRequest,
  giveUp,
  setOut,
} from '#server/platform/jobs/outbound-request.sql.ts'
import { needsPerson, noLongerNeeds } from '#server/modules/tasks/open-task.sql.ts'
import { moveLines } from '#server/modules/orders/lines/update-line-states.ts'
import {
  isKnownEvent,
  lockOrder,
  openForLateNews,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import { fromRoundName } from '#server/modules/fulfilment/submit-lines.ts'
import { ServiceDown, type WarehouseEvent } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

const FEED = 'warehouse'
/** Of one helping, so that a transaction stays short and a failure repeats little. */
const EVENTS_AT_ONCE = 50
const EVERY_MS = 30_000
const LONGEST_MS = 10 * 60_000

/** What the warehouse's words mean to the shop; any other word is only written down. */
const MEANINGS: Record<string, 'shipped' | 'delivered'> = {
  SHIPPED: 'shipped',
  DELIVERED: 'delivered',
}
/** Something of it is not there: the order stands still until it is, or until somebody sees to it. */
const BACK_ORDER = /BACK.?ORDER/
/** A part of it has left, or one parcel fares otherwise than the rest: which, the parcels themselves say. */
const SPEAKS_OF_PARCELS = /PART|COLLO|LOST|REFUS|RETURN/

/**
 * Reads on from where the last reader stopped, and moves the mark in the transaction that writes what was read; none is
 * open while the warehouse is asked. One process at a time; the others find it busy and have nothing to do. Where two
 * have asked all the same, because one took too long, what the other has written stands. Parcels are looked up by a job
 * of each order's own, so that none keeps the others waiting. Answers how many events.
 */
export async function readWarehouseFeed(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const outboundRequest = await setOut(shop.sql, `feed ${FEED}`, now)
  if (!('holder' in outboundRequest)) return 0
  try {
    const [cursor] = await shop.sql<{ position: number }[]>`
      select position from feed_cursor where feed = ${FEED}`
    const position = cursor?.position ?? 0
    const all = await shop.ports.delivery.eventsSince(position)
    return await keep(shop, outboundRequest, position, all.slice(0, EVENTS_AT_ONCE))
  } catch (error) {
    await giveUp(shop.sql, outboundRequest, now).catch(() => {})
    throw error
  }
}

function keep(
  shop: Shop,
  outboundRequest: OutboundRequest,
  position: number,
  events: WarehouseEvent[],
) {
  return shop.sql.begin(async (sql) => {
    await sql`insert into feed_cursor (feed, position) values (${FEED}, 0) on conflict do nothing`
    const [cursor] = await sql<{ position: number }[]>`
      select position from feed_cursor where feed = ${FEED} for update`
    await comeBack(sql, outboundRequest)
    if (cursor?.position !== position) return 0
    for (const event of events) await hear(shop, sql, event)
    const last = events.at(-1)
    if (last) await sql`update feed_cursor set position = ${last.id} where feed = ${FEED}`
    return events.length
  })
}

async function hear(shop: Shop, sql: Transaction, event: WarehouseEvent) {
  const named = fromRoundName(event.orderNumber)
  const order = named && (await lockOrder(sql, named.number))
  // A warehouse account may serve other shops, or have served this one before a restore.
  if (!named || !order)
    return shop.log.info({ order: event.orderNumber }, 'the warehouse speaks of an unknown order')

  const { number, round } = named
  const sourceId = `${FEED} ${event.id}`
  if (await isKnownEvent(sql, order, sourceId)) return
  await openForLateNews(sql, order, 'the warehouse told late')
  const isBackOrder = BACK_ORDER.test(event.type)
  await saveEvent(sql, {
    number,
    type: isBackOrder ? 'back-order' : event.type.toLowerCase().replaceAll('\0', ''),
    description: event.description.replaceAll('\0', ''),
    sourceId,
    at: event.at,
  })
  const asking = event.orderNumber
  if (isBackOrder) {
    const stands = order.lines.some(
      (line) =>
        line.deliveryCondition === 'monta' && line.round === round && line.state === 'released',
    )
    if (!stands) return
    const reason = event.description.replaceAll('\0', '')
    const { channelId } = order
    return needsPerson(sql, {
      kind: 'back-order',
      subject: asking,
      cause: reason,
      reason,
      channelId,
      orderNumber: number,
      detail: { round },
    })
  }
  const meaning = MEANINGS[event.type]
  // What has left, or is wanted no more, waits for nothing.
  if (meaning || event.type === 'DELETED') await noLongerNeeds(sql, 'back-order', asking)
  if (!meaning && !SPEAKS_OF_PARCELS.test(event.type)) return
  if (!meaning) {
    const shippedAt = shop.ports.clock.now().toISOString()
    return shop.jobs.send(sql, [{ name: 'find-parcels', data: { number, round, shippedAt } }])
  }

  const ours = await moveLines(
    sql,
    order,
    (line) => line.deliveryCondition === 'monta' && line.round === round,
    meaning,
  )
  const left = ours.length > 0 && meaning === 'shipped'
  const shippedAt = left ? shop.ports.clock.now().toISOString() : null
  await shop.jobs.send(sql, [{ name: 'find-parcels', data: { number, round, shippedAt } }])
}

/** Reads the feed by itself; rarer and rarer while the warehouse does not answer. */
export function followWarehouse(shop: Shop): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let reading: Promise<unknown> = Promise.resolve()

  async function read() {
    try {
      const found = await readWarehouseFeed(shop)
      failures = 0
      // The feed comes in helpings: as long as there was something there may be more.
      return found > 0 ? 0 : EVERY_MS
    } catch (error) {
      failures += 1
      shop.log.warn({ err: error, failures }, 'the warehouse feed could not be read')
      return waitAfter(error, failures)
    }
  }

  function again(ms: number) {
    if (stopped) return
    timer = setTimeout(() => void (reading = read().then(again)), ms)
    timer.unref()
  }
  again(0)

  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await reading
    },
  }
}

export function waitAfter(error: unknown, failures: number) {
  const told = error instanceof ServiceDown ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.min(LONGEST_MS, Math.max(told, EVERY_MS * 2 ** Math.min(failures - 1, 10)))
}
