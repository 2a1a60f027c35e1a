import type { SandboxChoice } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { sampleContact, type TestHolder, type TestShop } from '#server/testing/test-shop.ts'

/** Steps for tests of payments: a cart of five points for a holder with three, so that ten euros are due. */
export function samplePayments(getShop: () => TestShop) {
  const post = (path: string, body: string) =>
    getShop().request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
    })

  const urls = () => ({
    cancelUrl: `${getShop().url}/checkout`,
    redirectUrl: `${getShop().url}/confirmation?extra_payments=1`,
  })

  return {
    urls,

    holderDueTenEuros: async (inStock: number | null = 20) => {
      const gift = await getShop().gift({ points: 5, inStock })
      const holder = await getShop().holder({ points: 3 })
      await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
      await holder.done('saveAddress', sampleContact)
      return { holder, gift }
    },

    payment: async (holder: TestHolder, amount = '10.00') =>
      holder.done('createPayment', { amount, description: 'Gifts', ...urls() }),

    /** Chooses an outcome on the sandbox's payment page. Its webhook runs before the redirect. */
    choose: (id: string, status: SandboxChoice) =>
      post(`/sandbox/payments/${id}`, `status=${status}`),

    webhook: (id: string) => post('/webhooks/mollie', `id=${id}`),

    /** Paid at the provider, without a notification to the shop. */
    pay: async (id: string) => {
      await getShop().sql`update sandbox_payment set state = 'paid' where id = ${id}`
    },

    keyOf: async (id: string) => {
      const [row] = await getShop().sql<{ key: string }[]>`
        select key from payment where id = ${id}`
      return row?.key ?? ''
    },

    stateOf: async (id: string) => {
      const [row] = await getShop().sql`
        select payment.state, outcome, voucher_balance.available, voucher_balance.reserved, voucher_balance.spent,
          (select count(*)::integer from orders where orders.cart_guid = payment.cart_guid) as orders,
          (select count(*)::integer from refund where payment_key = payment.key) as refunds
        from payment join voucher_balance using (voucher_id) where payment.id = ${id}`
      return row
    },
  }
}
