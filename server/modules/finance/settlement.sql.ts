import type { Queries } from '#server/platform/db/database.ts'

type Row = {
  id: string
  provider: string
  reference: string
  paid_at: Date
  cents: number
  costs_cents: number
  payments: number
  refunds: number
  chargebacks: number
  difference: number
}

export const listSettlements = (sql: Queries) => sql<Row[]>`
  select id, provider, reference, paid_at, cents, costs_cents, payments, refunds, chargebacks,
    cents + costs_cents - payments - refunds - chargebacks as difference
  from (select * from settlement order by paid_at desc, id limit 200) newest cross join lateral (
    select coalesce(sum(cents) filter (where kind in ('payment', 'capture')), 0)::bigint as payments,
      coalesce(sum(cents) filter (where kind = 'refund'), 0)::bigint as refunds,
      coalesce(sum(cents) filter (where kind = 'chargeback'), 0)::bigint as chargebacks
    from settlement_item where settlement_id = newest.id) parts
  order by paid_at desc, id`
