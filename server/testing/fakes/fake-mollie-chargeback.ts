import { documentationLink, link } from '#server/testing/fakes/fake-mollie-responses.ts'

export type FakeChargeback = {
  id: string
  cents: number
  createdAt: Date
  reversedAt: Date | undefined
}

export function chargebackJson(url: string, paymentId: string, chargeback: FakeChargeback) {
  const value = (chargeback.cents / 100).toFixed(2)
  return {
    resource: 'chargeback',
    id: chargeback.id,
    amount: { currency: 'EUR', value },
    settlementAmount: { currency: 'EUR', value: `-${value}` },
    reason: { code: 'AC01', description: 'Account identifier incorrect' },
    paymentId,
    createdAt: chargeback.createdAt.toISOString(),
    reversedAt: chargeback.reversedAt?.toISOString() ?? null,
    _links: {
      self: link(`${url}/v2/payments/${paymentId}/chargebacks/${chargeback.id}`),
      payment: link(`${url}/v2/payments/${paymentId}`),
      ...documentationLink('get-chargeback'),
    },
  }
}
