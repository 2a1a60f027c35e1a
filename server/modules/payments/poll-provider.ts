import { setTimeout as pause } from 'node:timers/promises'

import { findPayment, type Payment } from '#server/modules/payments/payment.sql.ts'
import { hasEndedUnpaid, reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import { ServiceDown } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The minimum time between two requests about one payment, across all callers. */
const GAP_MS = 1000
/** Longer than any request takes. A request that is pending longer belongs to a process that died. */
const LONGEST_MS = 15_000

/**
 * Asks the provider about a payment on behalf of a client, who may call at any rate. Across all processes, at most
 * one request per payment is pending and at most one a second is started. A payment that ended without money is never
 * asked about. Other callers get the known state.
 */
export async function pollProvider(shop: Shop, key: string): Promise<Payment | undefined> {
  const known = await findPayment(shop.sql, key)
  if (!known || hasEndedUnpaid(known)) return known
  const answer = shop.questions.get(key) ?? (await begin(shop, key))?.answer
  return answer ?? findPayment(shop.sql, key)
}

/**
 * The same for a webhook notification, which reports a change. It is saved before the request: if it comes too soon
 * after another request, the process ends or the provider does not answer, the poller asks again.
 */
export async function receiveNotification(shop: Shop, key: string): Promise<void> {
  const known = await findPayment(shop.sql, key)
  if (!known || hasEndedUnpaid(known)) return
  await pollSoon(shop, key)
  await (shop.questions.get(key) ?? (await begin(shop, key))?.answer)
}

/** For the poller, which has already scheduled the next poll in case this request fails. */
export async function pollOnSchedule(shop: Shop, key: string): Promise<void> {
  const question = await begin(shop, key)
  if (!question) return pollSoon(shop, key)
  await question.answer
}

/** For an order that waits for its money: the answer comes from a request that began after this call. */
export async function pollAgain(shop: Shop, key: string): Promise<Payment | undefined> {
  const deadline = Date.now() + LONGEST_MS
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
    const underWay = shop.questions.get(key)
    const question = underWay ? undefined : await begin(shop, key)
    if (question) return question.answer
    if (Date.now() > deadline) throw new ServiceDown('payments', 'no answer in time', 1)
    await (underWay ? underWay.catch(() => {}) : pause(50))
  }
}

async function pollSoon({ sql, ports }: Pick<Shop, 'sql' | 'ports'>, key: string) {
  const soon = new Date(ports.clock.now().getTime() + GAP_MS)
  await sql`
    update payment set next_poll_at = ${soon}
    where key = ${key} and (next_poll_at is null or next_poll_at > ${soon})`
}

/** undefined if a request is pending or was started within the last second. */
async function begin(
  shop: Shop,
  key: string,
): Promise<{ answer: Promise<Payment | undefined> } | undefined> {
  const startedAt = shop.ports.clock.now().getTime()
  const claimed = await shop.sql`
    update payment set poll_allowed_from = ${new Date(startedAt + LONGEST_MS)}
    where key = ${key}
      -- A time in the far future was saved before the clock was set back.
      and (poll_allowed_from <= ${new Date(startedAt)} or poll_allowed_from > ${new Date(startedAt + 2 * LONGEST_MS)})`
  if (claimed.count === 0) return undefined
  const answer = ask(shop, key, new Date(startedAt + GAP_MS))
  shop.questions.set(key, answer)
  return { answer }
}

async function ask(shop: Shop, key: string, again: Date): Promise<Payment | undefined> {
  try {
    return await reconcilePayment(shop, key)
  } finally {
    shop.questions.delete(key)
    await shop.sql`update payment set poll_allowed_from = ${again} where key = ${key}`
  }
}
