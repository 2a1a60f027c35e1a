import { z } from 'zod'

import {
  type Fetch,
  isSuccess,
  type ServiceCall,
  serviceCaller,
  parseResponse,
} from '#server/platform/outbound/service-call.ts'
import {
  type ProviderSettlement,
  ServiceDown,
  type SettlementItem,
  type SettlementPort,
} from '#server/platform/services/service-ports.ts'

export type MollieSettlementSettings = {
  /** An organisation token: profile keys cannot read settlements. */
  accessToken: string
  baseUrl?: string
  timeoutMs?: number
  fetch?: Fetch
}

/** The largest page that Mollie allows. */
const PAGE_SIZE = 250

const Amount = z.object({
  currency: z.literal('EUR'),
  value: z
    .string()
    .regex(/^-?\d{1,12}\.\d{2}$/)
    .transform((text) => Number(text.replace('.', ''))),
})
const CostRow = z.object({ amountGross: Amount })
const NextPageLink = z.object({ next: z.object({ href: z.url() }).nullish() }).nullish()

const Settlement = z.object({
  id: z.string().regex(/^stl_[A-Za-z0-9]{1,60}$/),
  reference: z.string().nullish(),
  status: z.string(),
  settledAt: z.iso.datetime({ offset: true }).nullish(),
  amount: Amount,
  periods: z.record(
    z.string(),
    z.record(z.string(), z.object({ costs: z.array(CostRow).nullish().catch(null) })),
  ),
})
const Item = z.object({
  id: z.string().min(1),
  paymentId: z.string().min(1).nullish(),
  settlementAmount: Amount,
})

const PARTS = {
  payments: 'payment',
  captures: 'capture',
  refunds: 'refund',
  chargebacks: 'chargeback',
} as const satisfies Record<string, SettlementItem['kind']>

/** Settlements that Mollie has paid out. Reads all pages of each list. */
export function mollieSettlements({
  accessToken,
  baseUrl = 'https://api.mollie.com',
  timeoutMs = 20_000,
  fetch,
}: MollieSettlementSettings): SettlementPort {
  const call = serviceCaller({
    service: 'payments',
    baseUrl: `${baseUrl}/v2`,
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/hal+json' },
    timeoutMs,
    tries: 3,
    ...(fetch ? { fetch } : {}),
  })

  return { provider: 'mollie', newest: () => paidSettlements(call) }
}

async function* paidSettlements(call: ServiceCall) {
  for await (const rows of pages(call, 'settlements', '/settlements', Settlement)) {
    for (const row of rows) {
      // Open or failed settlements may still change.
      if (row.status !== 'paidout' || !row.settledAt) continue
      const costs = Object.values(row.periods).flatMap((months) =>
        Object.values(months).flatMap((month) => month.costs ?? []),
      )
      const settlement: Omit<ProviderSettlement, 'items'> = {
        id: row.id,
        reference: row.reference ?? row.id,
        cents: row.amount.value,
        costsCents: costs.reduce((sum, { amountGross }) => sum + amountGross.value, 0),
        paidAt: new Date(row.settledAt),
      }
      yield { ...settlement, items: () => itemsOf(call, row.id) }
    }
  }
}

async function itemsOf(call: ServiceCall, id: string): Promise<SettlementItem[]> {
  const items: SettlementItem[] = []
  for (const [name, kind] of Object.entries(PARTS)) {
    for await (const rows of pages(call, name, `/settlements/${id}/${name}`, Item)) {
      for (const row of rows) {
        const paymentId = row.paymentId ?? row.id
        items.push({ kind, id: row.id, paymentId, cents: row.settlementAmount.value })
      }
    }
  }
  return items
}

async function* pages<Row>(
  call: ServiceCall,
  name: string,
  path: string,
  row: z.ZodType<Row>,
): AsyncGenerator<Row[]> {
  const what = `list ${name} of settlements`
  const Page = z.object({ _embedded: z.record(z.string(), z.unknown()), _links: NextPageLink })
  let cursor: string | undefined
  do {
    const query = `limit=${PAGE_SIZE}${cursor === undefined ? '' : `&from=${encodeURIComponent(cursor)}`}`
    const answer = await call({ what, method: 'GET', path: `${path}?${query}` })
    if (!isSuccess(answer)) throw new ServiceDown('payments', `${what}: answered ${answer.status}`)
    const page = parseResponse('payments', what, Page, answer.body)
    yield parseResponse('payments', what, z.array(row), page._embedded[name])
    // Only the cursor is taken from the link. The host stays the configured one.
    const next = page._links?.next?.href
    cursor = next === undefined ? undefined : (new URL(next).searchParams.get('from') ?? undefined)
  } while (cursor !== undefined)
}
