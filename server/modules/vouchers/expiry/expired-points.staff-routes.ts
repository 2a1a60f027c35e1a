import type { FastifyInstance } from 'fastify'

import type { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'
import { expiries } from '#contract/vouchers/expiry.staff.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { readExpirySums, expiryList } from '#server/modules/vouchers/expiry/expired-points.sql.ts'

type ExpiryRow = {
  id: number
  voucher_id: number
  last3: string
  channel_id: string
  batch_id: number
  note: string
  at: Date
  points: number
  claimed: boolean
  rule: (typeof UNCLAIMED_RULES)[number]
  billed_cents: number
  notified: boolean
  reversed_at: Date | null
}

/** Points that expired with their vouchers. The totals are the sums of the listed rows. */
export function expiryRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, expiries, listExpiries)
}

async function listExpiries(query: ParsedInput<typeof expiries>, caller: SignedIn) {
  const list = expiryList(query, caller.channels)
  return serveList(caller, query, {
    file: 'expired',
    list,
    columns: CSV,
    row: expiryAnswer,
    more: async () => ({ sums: await readExpirySums(caller.sql, list) }),
  })
}

const expiryAnswer = ({
  voucher_id,
  channel_id,
  batch_id,
  note,
  at,
  reversed_at,
  ...row
}: ExpiryRow) => ({
  ...row,
  id: String(row.id),
  voucher: String(voucher_id),
  channel: channel_id,
  batch: { id: String(batch_id), note },
  at: at.toISOString(),
  reversed_at: reversed_at?.toISOString() ?? null,
})

const CSV: ListFile<'expiries', ExpiryRow> = {
  at: ({ at }) => at.toISOString(),
  channel: ({ channel_id }) => channel_id,
  batch: ({ batch_id }) => batch_id,
  batch_note: ({ note }) => note,
  voucher: ({ voucher_id }) => voucher_id,
  code_ends: ({ last3 }) => last3,
  points: ({ points }) => points,
  claimed: ({ claimed }) => claimed,
  rule: ({ rule }) => rule,
  billed: ({ billed_cents }) => inEuros(billed_cents),
  notified: ({ notified }) => notified,
  given_back_at: ({ reversed_at }) => reversed_at?.toISOString() ?? null,
  ...notInFile('id', 'last3', 'billed_cents', 'reversed_at'),
}
