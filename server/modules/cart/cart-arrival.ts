import type { CartArrival } from '#contract/cart.shop.ts'
import { promisedArrival, nextOccasion, WAREHOUSE_ZONE } from '#domain/fulfilment/arrival.ts'
import { type Delivery, deliveryKinds, ownAddress } from '#domain/fulfilment/delivery.ts'
import { orderUndoUntil } from '#domain/orders/undo-window.ts'
import { dayAt, endOfDay } from '#domain/time/zone-days.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'

type ArrivalDays = Omit<CartArrival, 'now' | 'way'>
type CachedDays = { from: number; until: number; days: ArrivalDays }

/**
 * All carts of a country have the same arrival days until the next order deadline. They are cached, because calculating
 * days of a time zone is slow.
 */
const cache = new Map<string, CachedDays>()
const MAX_CACHED = 500

const DEFAULT_COUNTRY = 'NL'

/** The arrival day of a gift that is ordered now, at the cart's address or in the channel's first country. */
export function cartArrival(
  channel: Pick<Channel, 'countries' | 'homeDeliveryAllowed' | 'supplierDays' | 'undoMinutes'>,
  delivery: Delivery | null,
  now: Date,
  cutOff: string,
): CartArrival | null {
  if (!channel.homeDeliveryAllowed) return null
  const ownCountry = delivery && ownAddress(delivery)?.country
  const country = ownCountry || (channel.countries[0] ?? DEFAULT_COUNTRY)
  const { supplierDays, undoMinutes } = channel
  return {
    now: now.toISOString(),
    way: delivery?.kind === 'pickup' ? 'pickup' : 'home',
    ...arrivalDays(now.getTime(), { country, cutOff, supplierDays, undoMinutes }),
  }
}

type Conditions = { country: string; cutOff: string; supplierDays: number; undoMinutes: number }

function arrivalDays(nowMs: number, conditions: Conditions): ArrivalDays {
  const key = `${conditions.country} ${conditions.cutOff} ${conditions.supplierDays} ${conditions.undoMinutes}`
  const cached = cache.get(key)
  if (cached && nowMs >= cached.from && nowMs < cached.until) return cached.days
  if (cache.size >= MAX_CACHED) cache.clear()
  const computed = computeArrivalDays(nowMs, conditions)
  cache.set(key, computed)
  return computed.days
}

/**
 * Warehouse and suppliers receive an order when it can no longer be undone, so it must be placed earlier than their
 * cut-off.
 */
function computeArrivalDays(nowMs: number, conditions: Conditions): CachedDays {
  const today = dayAt(nowMs, WAREHOUSE_ZONE)
  const releasedMs = orderUndoUntil(nowMs, conditions.undoMinutes)
  const latestOrder = (moment: number) => moment - (releasedMs - nowMs)
  const request = { nowMs: releasedMs, ...conditions }
  const home = promisedArrival({ ...request, source: 'monta', method: 'home' })
  const pickup = promisedArrival({ ...request, source: 'monta', method: 'pickup' })
  const supplied = promisedArrival({ ...request, source: 'dropship', method: 'home' })
  const homeUntil = latestOrder(home.until)
  const until = Math.min(homeUntil, latestOrder(supplied.until), endOfDay(today, WAREHOUSE_ZONE))
  const kinds = deliveryKinds({
    homeDeliveryAllowed: true,
    conditions: ['monta'],
    country: conditions.country,
  })
  return {
    from: nowMs,
    until,
    days: {
      until: new Date(until).toISOString(),
      cut_off:
        dayAt(homeUntil, WAREHOUSE_ZONE) === today ? new Date(homeUntil).toISOString() : null,
      today,
      monta: { home: home.day, pickup: kinds.includes('pickup') ? pickup.day : null },
      dropship: { home: supplied.day, pickup: null },
      occasion: nextOccasion(today),
    },
  }
}
