import {
  type FakeAnswer,
  type FakeRequest,
  startFakeService,
} from '#server/testing/fakes/fake-service.ts'
import {
  documentationLink,
  hal,
  link,
  page,
  problem,
} from '#server/testing/fakes/fake-mollie-responses.ts'

type Part = { id: string; paymentId: string; cents: number }
export type FakeSettlement = {
  id: string
  reference: string
  status: 'open' | 'pending' | 'paidout' | 'failed'
  settledAt: Date | null
  cents: number
  costs: number[]
  payments: Part[]
  captures: Part[]
  refunds: Part[]
  chargebacks: Part[]
}
const PARTS = ['payments', 'captures', 'refunds', 'chargebacks'] as const

const amount = (cents: number) => ({
  currency: 'EUR',
  value: `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`,
})

/** Mollie's settlements API, read only, for access tokens of an organization. */
export async function fakeMollieSettlements({ accessToken = 'access_dHar4XY7LxsDOtmnkVtj' } = {}) {
  const settlements: FakeSettlement[] = []
  /** A test can make pages smaller than Mollie’s, to get several. */
  const knobs = { maxPageSize: 250 }
  const service = await startFakeService(answer)

  function answer({ method, segments, query, headers }: FakeRequest): FakeAnswer {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (/^(test|live)_/.test(token)) {
      return problem(403, 'The settlements API is only available for organization access tokens')
    }
    if (token !== accessToken)
      return problem(401, 'Missing authentication, or failed to authenticate')
    const [version, resource, id, part, rest] = segments
    if (version !== 'v2' || resource !== 'settlements' || rest !== undefined)
      return problem(404, 'The API endpoint does not exist')
    if (method !== 'GET') return problem(405, 'The method is not supported for this endpoint')
    const address = `${service.url}/v2/settlements`
    if (Number(query.get('limit') ?? 50) > knobs.maxPageSize && knobs.maxPageSize < 250)
      query.set('limit', String(knobs.maxPageSize))
    if (id === undefined) return page(address, 'settlements', settlements, query, settlementJson)
    const found = settlements.find((one) => one.id === id)
    if (!found) return problem(404, `No settlement exists with token ${id}.`)
    if (part === undefined) return hal(200, settlementJson(found))
    const name = PARTS.find((one) => one === part)
    if (!name) return problem(404, 'The API endpoint does not exist')
    return page(`${address}/${id}/${name}`, name, found[name], query, (item) => ({
      resource: name.slice(0, -1),
      id: item.id,
      ...(name === 'payments' ? {} : { paymentId: item.paymentId }),
      amount: amount(Math.abs(item.cents)),
      settlementAmount: amount(item.cents),
      settlementId: id,
    }))
  }

  const settlementJson = (one: FakeSettlement) => ({
    resource: 'settlement',
    id: one.id,
    reference: one.reference,
    createdAt: '2026-11-01T06:10:02+00:00',
    settledAt: one.settledAt?.toISOString() ?? null,
    status: one.status,
    amount: amount(one.cents),
    balanceId: 'bal_3kUf4yU2nT',
    periods: {
      '2026': {
        '11': {
          revenue: [],
          costs: one.costs.map((cents) => ({
            description: 'Creditcard',
            method: 'creditcard',
            count: 1,
            amountNet: amount(cents),
            amountVat: null,
            amountGross: amount(cents),
          })),
        },
      },
    },
    _links: {
      self: link(`${service.url}/v2/settlements/${one.id}`),
      ...documentationLink('get-settlement'),
    },
  })

  return {
    ...service,
    accessToken,
    knobs,
    /** The newest first, as Mollie lists them. */
    settlements,
  }
}
