import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import {
  accountingMonths,
  accountingMonth,
  closeAccountingMonth,
} from '#contract/finance/accounting-periods.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import { type ServedTable, serveTable } from '#server/lists/serve-list.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  listMonths,
  lockMonths,
  insertAccountingPayment,
  insertAccountingVat,
  insertAccountingMonth,
  type PaymentSums,
  type VatSums,
  findUncheckedRates,
  findClosedMonth,
  findClosingObstacle,
  listMonthRows,
} from '#server/modules/finance/accounting-month.sql.ts'

/** Closed months keep their reported figures. Later corrections are reported in a later month. Decision 004. */
export function accountingMonthRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, accountingMonths, handleAccountingMonths)

  serveStaff(app, backoffice, accountingMonth, showMonth)

  serveStaff(app, backoffice, closeAccountingMonth, handleCloseAccountingMonth)
}

async function handleAccountingMonths(
  _: ParsedInput<typeof accountingMonths>,
  { sql, now, channels }: SignedIn,
) {
  const rows = await listMonths(sql, firstDayOfMonth(now), channels)
  return {
    items: rows.map(({ month, closed_at, closed_by, corrections, ...sums }) => ({
      month,
      closed_at: closed_at?.toISOString() ?? null,
      closed_by,
      sums: { ...sums, difference: sums.paid - sums.orders - sums.stray },
      corrections,
    })),
  }
}

async function handleCloseAccountingMonth(
  { month, seen, note }: ParsedInput<typeof closeAccountingMonth>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  // Months are closed one at a time, because each builds on the reported figures of the one before.
  await lockMonths(sql)
  if (await findClosedMonth(sql, month)) return refuseStaff('done-already')
  if (await findClosingObstacle(sql, month, now)) return refuseStaff('month-waits')
  const first = `${month}-01`
  await insertAccountingPayment(sql, first)
  await insertAccountingVat(sql, first)
  const { money, vat } = await listMonthRows(sql, month, true, null)
  if (hashOfSums(money, vat) !== seen) return refuseStaff('changed-since')
  if (note === '' && money.some(({ difference }) => difference !== 0))
    return refuseStaff('needs-note')
  const created = await insertAccountingMonth(sql, { first, now, staffId: colleague.id, note })
  if (!created) throw new Error(`insert of the accounting month ${month} returned no row`)
  audit({
    action: 'accounting.closed',
    subjectKind: 'accounting-month',
    subjectId: month,
    reason: note,
    after: { seal: created.seal, rows: money.length + vat.length },
  })
  return { month, seal: created.seal }
}

async function showMonth({ month, as }: ParsedInput<typeof accountingMonth>, caller: SignedIn) {
  const { sql, now } = caller
  const closed = await findClosedMonth(sql, month)
  const { money, vat } = await listMonthRows(sql, month, closed !== undefined, caller.channels)
  return serveTable(as, 'en', accountingTable(month, money, vat), async () => ({
    month,
    closed_at: closed?.closed_at.toISOString() ?? null,
    closed_by: closed?.closed_by ?? null,
    note: closed?.note ?? '',
    waits: closed ? null : await findClosingObstacle(sql, month, now),
    seen: hashOfSums(money, vat),
    money,
    vat,
    unchecked: await findUncheckedRates(sql, vat),
  }))
}

const firstDayOfMonth = (at: Date) => `${dayAt(at.getTime(), DEFAULT_ZONE).slice(0, 7)}-01`

/** Identifies the figures that the user saw. */
const hashOfSums = (money: PaymentSums[], vat: VatSums[]) =>
  createHash('sha256')
    .update(JSON.stringify([money, vat]))
    .digest('hex')
    .slice(0, 32)

type ExportRow = {
  of_month: string
  channel: string
  provider: string
  country: string
  rate: string
  what: string
  cents: number
}

/** The same format in every language: one line per amount, euros with a decimal point. */
function accountingTable(
  month: string,
  money: PaymentSums[],
  vat: VatSums[],
): ServedTable<ExportRow> {
  const rows: ExportRow[] = [
    ...money.flatMap(({ of_month, channel, provider, ...sums }) =>
      (['paid', 'orders', 'stray', 'refunded', 'charged_back'] as const).map((what) => ({
        of_month,
        channel,
        provider,
        country: '',
        rate: '',
        what,
        cents: sums[what],
      })),
    ),
    ...vat.flatMap(({ of_month, channel, country, bp, ...sums }) =>
      (['cents', 'vat_cents', 'cents_back', 'vat_back'] as const).map((what) => ({
        of_month,
        channel,
        provider: '',
        country,
        rate: (bp / 100).toFixed(2),
        what: {
          cents: 'turnover',
          vat_cents: 'vat',
          cents_back: 'turnover_back',
          vat_back: 'vat_back',
        }[what],
        cents: sums[what],
      })),
    ),
  ]
  return {
    file: `books-${month}`,
    parts: () => [rows],
    columns: {
      reported_in: () => month,
      of_month: (row) => row.of_month,
      kind: (row) => (row.of_month === month ? 'own' : 'correction'),
      channel: (row) => row.channel,
      provider: (row) => row.provider,
      country: (row) => row.country,
      rate: (row) => row.rate,
      what: (row) => row.what,
      euros: (row) => inEuros(row.cents),
    },
  }
}
