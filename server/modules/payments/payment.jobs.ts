import { findPayment } from '#server/modules/payments/payment.sql.ts'
import { sendRefund } from '#server/modules/payments/send-refund.ts'
import { hasEndedUnpaid, reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export function paymentJobs(shop: Shop) {
  const { sql, ports, jobs } = shop

  jobs.handle('cancel-payment', async ({ key }) => {
    const payment = await findPayment(sql, key)
    if (!payment?.id || payment.outcome !== 'released' || hasEndedUnpaid(payment)) return
    await ports.payments.cancel(payment.id)
    // The payment may have been completed a moment before: this detects the money.
    await reconcilePayment(shop, key)
  })

  jobs.handle('refund', ({ key }) => sendRefund(shop, key))
}
