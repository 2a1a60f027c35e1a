import type { FastifyInstance } from 'fastify'

import { settlements } from '#contract/finance/accounting-periods.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { listSettlements } from '#server/modules/finance/settlement.sql.ts'

/** A settlement covers all channels, so everyone with the permission to read money sees all of it. */
export function settlementRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, settlements, handleSettlements(backoffice))
}

const handleSettlements =
  ({ shop }: Pick<Backoffice, 'shop'>) =>
  async (_: ParsedInput<typeof settlements>, { sql }: SignedIn) => {
    const rows = await listSettlements(sql)
    return {
      read: shop.ports.payments.settlements !== undefined,
      items: rows.map((row) => ({ ...row, paid_at: row.paid_at.toISOString() })),
    }
  }
