import { pollOnSchedule } from '#server/modules/payments/poll-provider.ts'
import { sendRefund } from '#server/modules/payments/send-refund.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Recurring } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 2000
const AT_ONCE = 8
/** The lease of a payment: no other process polls it; after a crash the poll is only late. */
const CLAIM_SECONDS = 60
const JOB_HEAD_START_MS = 60_000

/** Polls the payments that are due, regardless of webhooks. Returns how many. */
export async function pollDuePayments(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const due = await shop.sql<{ key: string }[]>`
    update payment set next_poll_at = ${new Date(now.getTime() + CLAIM_SECONDS * 1000)}
    where key in (
      select key from payment where next_poll_at <= ${now}
      -- Payments without money first, because someone may be waiting for the order.
      order by state = 'paid', next_poll_at limit ${AT_ONCE} for update skip locked)
    returning key`
  await Promise.all(
    due.map(({ key }) =>
      look(shop, key).catch((error: unknown) => {
        shop.log.warn({ err: error, payment: key }, 'payment state not read; retrying later')
      }),
    ),
  )
  return due.length
}

async function look(shop: Shop, key: string) {
  await pollOnSchedule(shop, key)
  // Their jobs have finished or failed by now. A refund is tried as long as it is owed.
  const before = new Date(shop.ports.clock.now().getTime() - JOB_HEAD_START_MS)
  const waiting = await shop.sql<{ key: string }[]>`
    select key from refund
    where payment_key = ${key} and state = 'waiting' and created_at < ${before}`
  for (const refund of waiting) await sendRefund(shop, refund.key)
}

export const pollPayments = (shop: Shop): Recurring<number> => ({
  everyMs: EVERY_MS,
  failed: 'payments not polled',
  look: () => pollDuePayments(shop),
  more: (found) => found === AT_ONCE,
})
