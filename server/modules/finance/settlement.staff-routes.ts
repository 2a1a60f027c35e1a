import type { FastifyInstance } from 'fastify'

import { settlements } from '#contract/finance/accounting-periods.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

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

/** A settlement covers all channels, so everyone with the permission to read money sees all of it. */
export function settlementRoutes(app: FastifyInstance, { shop, ...backoffice }: Backoffice) {
  serveStaff(app, { shop, ...backoffice }, settlements, async (_, { sql }) => {
    const rows = await sql<Row[]>`
      select id, provider, reference, paid_at, cents, costs_cents, payments, refunds, chargebacks,
        cents + costs_cents - payments - refunds - chargebacks as difference
      from (select * from settlement order by paid_at desc, id limit 200) newest cross join lateral (
        select coalesce(sum(cents) filter (where kind in ('payment', 'capture')), 0)::bigint as payments,
          coalesce(sum(cents) filter (where kind = 'refund'), 0)::bigint as refunds,
          coalesce(sum(cents) filter (where kind = 'chargeback'), 0)::bigint as chargebacks
        from settlement_item where settlement_id = newest.id) parts
      order by paid_at desc, id`
    return {
      read: shop.ports.payments.settlements !== undefined,
      items: rows.map((row) => ({ ...row, paid_at: row.paid_at.toISOString() })),
    }
  })
}
