import { documented, link } from '#server/testing/fakes/fake-mollie-responses.ts'

export type FakeChargeback = {
  id: string
  cents: number
  madeAt: Date
  reversedAt: Date | undefined
}

export function chargebackJson(url: string, paymentId: string, made: FakeChargeback) {
  const value = (made.cents / 100).toFixed(2)
  return {
    resource: 'chargeback',
    id: made.id,
    amount: { currency: 'EUR', value },
    settlementAmount: { currency: 'EUR', value: `-${value}` },
    reason: { code: 'AC01', description: 'Account identifier incorrect' },
    paymentId,
    createdAt: made.madeAt.toISOString(),
    reversedAt: made.reversedAt?.toISOString() ?? null,
    _links: {
      self: link(`${url}/v2/payments/${paymentId}/chargebacks/${made.id}`),
      payment: link(`${url}/v2/payments/${paymentId}`),
      ...documented('get-chargeback'),
    },
  }
}
