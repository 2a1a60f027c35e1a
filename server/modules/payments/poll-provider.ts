import { setTimeout as pause } from 'node:timers/promises'

import { findPayment, type Payment } from '#server/modules/payments/payment.sql.ts'
import { hasEndedUnpaid, reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The minimum time between two requests about one payment, across all callers. */
const MIN_INTERVAL_MS = 1000
/** No request takes this long. A request that is pending longer belongs to a process that crashed. */
const REQUEST_LEASE_MS = 15_000

/**
 * Polls the provider on behalf of a client, who may call at any rate. Across all processes, at most one request per
 * payment is pending and at most one per second is started. Other callers get the stored state. A payment that ended
 * without money is not polled.
 */
export async function pollProvider(shop: Shop, key: string): Promise<Payment | undefined> {
  const known = await findPayment(shop.sql, key)
  if (!known || hasEndedUnpaid(known)) return known
  const answer = shop.pendingPolls.get(key) ?? (await startPoll(shop, key))?.answer
  return answer ?? findPayment(shop.sql, key)
}

/**
 * Polls the provider after a webhook notification. The next poll is scheduled first, so the poller repeats the request if
 * it came too soon after another one, the process ended or the provider did not answer.
 */
export async function receiveNotification(shop: Shop, key: string): Promise<void> {
  const known = await findPayment(shop.sql, key)
  if (!known || hasEndedUnpaid(known)) return
  await pollSoon(shop, key)
  await (shop.pendingPolls.get(key) ?? (await startPoll(shop, key))?.answer)
}

/** For the poller, which has already scheduled the next poll in case this one fails. */
export async function pollOnSchedule(shop: Shop, key: string): Promise<void> {
  const poll = await startPoll(shop, key)
  if (!poll) return pollSoon(shop, key)
  await poll.answer
}

/** For an order that waits for its payment. The result is from a request that started after this call. */
export async function pollAgain(shop: Shop, key: string): Promise<Payment | undefined> {
  const deadline = Date.now() + REQUEST_LEASE_MS
  for (;;) {
    const known = await findPayment(shop.sql, key)
    if (
      !known ||
      hasEndedUnpaid(known) ||
      known.outcome === 'ordered' ||
      known.outcome === 'refunded'
    ) {
      return known
    }
    const pending = shop.pendingPolls.get(key)
    const poll = pending ? undefined : await startPoll(shop, key)
    if (poll) return poll.answer
    if (Date.now() > deadline) throw new ServiceDown('payments', 'no answer in time', 1)
    await (pending ? pending.catch(() => {}) : pause(50))
  }
}

async function pollSoon({ sql, ports }: Pick<Shop, 'sql' | 'ports'>, key: string) {
  const soon = new Date(ports.clock.now().getTime() + MIN_INTERVAL_MS)
  await sql`
    update payment set next_poll_at = ${soon}
    where key = ${key} and (next_poll_at is null or next_poll_at > ${soon})`
}

/** Starts a request. Returns undefined if one is pending or was started within the last second. */
async function startPoll(
  shop: Shop,
  key: string,
): Promise<{ answer: Promise<Payment | undefined> } | undefined> {
  const startedAt = shop.ports.clock.now().getTime()
  const claimed = await shop.sql`
    update payment set poll_allowed_from = ${new Date(startedAt + REQUEST_LEASE_MS)}
    where key = ${key}
      -- A time in the far future was saved before the clock was set back.
      and (poll_allowed_from <= ${new Date(startedAt)} or poll_allowed_from > ${new Date(startedAt + 2 * REQUEST_LEASE_MS)})`
  if (claimed.count === 0) return undefined
  const answer = reconcileOnce(shop, key, new Date(startedAt + MIN_INTERVAL_MS))
  shop.pendingPolls.set(key, answer)
  return { answer }
}

async function reconcileOnce(shop: Shop, key: string, again: Date): Promise<Payment | undefined> {
  try {
    return await reconcilePayment(shop, key)
  } finally {
    shop.pendingPolls.delete(key)
    await shop.sql`update payment set poll_allowed_from = ${again} where key = ${key}`
  }
}
