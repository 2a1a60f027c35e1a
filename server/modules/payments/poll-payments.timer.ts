import { pollOnSchedule } from '#server/modules/payments/poll-provider.ts'
import { sendRefund } from '#server/modules/payments/send-refund.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const EVERY_MS = 2000
const BATCH_SIZE = 8
/** For this time no other process polls the payment. After a crash, it is polled again when the time is over. */
const LEASE_SECONDS = 60
/** The jobs that send new refunds get this much time before the poller sends them. */
const JOB_HEAD_START_MS = 60_000

/** Polls the payments that are due, regardless of webhooks. Returns how many. */
export async function pollDuePayments(shop: Shop): Promise<number> {
  const now = shop.ports.clock.now()
  const due = await shop.sql<{ key: string }[]>`
    update payment set next_poll_at = ${new Date(now.getTime() + LEASE_SECONDS * 1000)}
    where key in (
      select key from payment where next_poll_at <= ${now}
      -- Payments without money first, because someone may be waiting for the order.
      order by state = 'paid', next_poll_at limit ${BATCH_SIZE} for update skip locked)
    returning key`
  await Promise.all(
    due.map(({ key }) =>
      pollPayment(shop, key).catch((error: unknown) => {
        shop.log.warn({ err: error, payment: key }, 'payment state not read; retrying later')
      }),
    ),
  )
  return due.length
}

async function pollPayment(shop: Shop, key: string) {
  await pollOnSchedule(shop, key)
  // The jobs of these refunds have failed. A refund is retried as long as it is owed.
  const before = new Date(shop.ports.clock.now().getTime() - JOB_HEAD_START_MS)
  const waiting = await shop.sql<{ key: string }[]>`
    select key from refund
    where payment_key = ${key} and state = 'waiting' and created_at < ${before}`
  for (const refund of waiting) await sendRefund(shop, refund.key)
}

export const pollPayments = (shop: Shop): RecurringJob<number> => ({
  everyMs: EVERY_MS,
  failureMessage: 'payments not polled',
  run: () => pollDuePayments(shop),
  more: (found) => found === BATCH_SIZE,
})
