import { findPayment } from '#server/payments/payment-queries.ts'
import { settle } from '#server/payments/settle-payment.ts'
import { ServiceRefused } from '#server/ports.ts'
import type { Shop } from '#server/shop.ts'

export function paymentJobs(shop: Shop) {
  const { sql, ports, jobs, log } = shop

  jobs.handle('cancel-payment', async ({ key }) => {
    const payment = await findPayment(sql, key)
    if (!payment?.id || payment.outcome !== 'let-go') return
    await ports.payments.cancel(payment.id)
    // It may have been paid a moment before: then this is where the money is noticed.
    await settle(shop, key)
  })

  jobs.handle('refund', async ({ key }) => {
    const [refund] = await sql<
      { key: string; cents: number; state: string; id: string | null; cart_guid: string }[]
    >`
      select refund.key, refund.cents, refund.state, payment.id, payment.cart_guid
      from refund join payment on payment.key = payment_key where refund.key = ${key}`
    if (!refund || refund.state !== 'queued') return
    if (refund.id === null) throw new Error(`refund ${key} has no payment at the provider`)
    try {
      const made = await ports.payments.refund({
        id: refund.id,
        key: refund.key,
        cents: refund.cents,
        description: `Refund ${refund.cart_guid.slice(0, 8)}`,
      })
      await sql`
        update refund set state = ${made.state === 'failed' ? 'failed' : 'done'}, provider_id = ${made.id},
          done_at = ${ports.clock.now()}
        where key = ${key}`
    } catch (error) {
      if (!(error instanceof ServiceRefused)) throw error
      // Asking again will not help: somebody has to look, and the nightly check names it every time.
      log.error({ err: error, refund: key }, 'a refund was refused by the provider')
      await sql`update refund set state = 'failed' where key = ${key}`
    }
  })
}
