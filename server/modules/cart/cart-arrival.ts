import type { CartArrival } from '#contract/cart.shop.ts'
import { promisedArrival, nextOccasion, WAREHOUSE_ZONE } from '#domain/fulfilment/arrival.ts'
import { type Delivery, deliveryKinds, ownAddress } from '#domain/fulfilment/delivery.ts'
import { orderUndoUntil } from '#domain/orders/undo-window.ts'
import { dayAt, endOfDay } from '#domain/time/zone-days.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'

type Facts = Omit<CartArrival, 'now' | 'way'>
type Kept = { from: number; until: number; facts: Facts }

/**
 * All carts of a country have the same days until the next order deadline, and calculating days of a time zone is
 * slow.
 */
const kept = new Map<string, Kept>()
const MOST_KEPT = 500

const FIRST_COUNTRY = 'NL'

/** The arrival day of a gift that is ordered now, at the cart's address or in the channel's first country. */
export function cartArrival(
  channel: Pick<Channel, 'countries' | 'homeDeliveryAllowed' | 'supplierDays' | 'undoMinutes'>,
  delivery: Delivery | null,
  now: Date,
  cutOff: string,
): CartArrival | null {
  if (!channel.homeDeliveryAllowed) return null
  const own = delivery && ownAddress(delivery)?.country
  const country = own || (channel.countries[0] ?? FIRST_COUNTRY)
  const { supplierDays, undoMinutes } = channel
  return {
    now: now.toISOString(),
    way: delivery?.kind === 'pickup' ? 'pickup' : 'home',
    ...factsFor(now.getTime(), { country, cutOff, supplierDays, undoMinutes }),
  }
}

type Where = { country: string; cutOff: string; supplierDays: number; undoMinutes: number }

function factsFor(nowMs: number, where: Where): Facts {
  const key = `${where.country} ${where.cutOff} ${where.supplierDays} ${where.undoMinutes}`
  const before = kept.get(key)
  if (before && nowMs >= before.from && nowMs < before.until) return before.facts
  if (kept.size >= MOST_KEPT) kept.clear()
  const computed = makeFacts(nowMs, where)
  kept.set(key, computed)
  return computed.facts
}

/**
 * Warehouse and suppliers receive an order when it can no longer be undone, so it must be placed earlier than their
 * cut-off.
 */
function makeFacts(nowMs: number, where: Where): Kept {
  const today = dayAt(nowMs, WAREHOUSE_ZONE)
  const releasedMs = orderUndoUntil(nowMs, where.undoMinutes)
  const placedBy = (moment: number) => moment - (releasedMs - nowMs)
  const ask = { nowMs: releasedMs, ...where }
  const home = promisedArrival({ ...ask, source: 'monta', way: 'home' })
  const point = promisedArrival({ ...ask, source: 'monta', way: 'pickup' })
  const supplied = promisedArrival({ ...ask, source: 'dropship', way: 'home' })
  const homeUntil = placedBy(home.until)
  const until = Math.min(homeUntil, placedBy(supplied.until), endOfDay(today, WAREHOUSE_ZONE))
  const kinds = deliveryKinds({
    homeDeliveryAllowed: true,
    conditions: ['monta'],
    country: where.country,
  })
  return {
    from: nowMs,
    until,
    facts: {
      until: new Date(until).toISOString(),
      cut_off:
        dayAt(homeUntil, WAREHOUSE_ZONE) === today ? new Date(homeUntil).toISOString() : null,
      today,
      monta: { home: home.day, pickup: kinds.includes('pickup') ? point.day : null },
      dropship: { home: supplied.day, pickup: null },
      occasion: nextOccasion(today),
    },
  }
}
