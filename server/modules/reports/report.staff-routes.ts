import type { FastifyInstance } from 'fastify'

import {
  type MetricName,
  metricRows,
  reportMetrics,
  METRICS,
  ORDER_FIGURES,
  SUMMED_METRICS,
} from '#contract/reports/reports.staff.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { type Cell, inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requestedPeriod } from '#server/modules/reports/report-period.ts'
import { findFigures } from '#server/modules/reports/report-sums.sql.ts'
import { notInFile, type ServedTable, serveList, serveTable } from '#server/lists/serve-list.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import { personOf } from '#server/modules/orders/staff/staff-order-response.ts'
import { findSum, rowList } from '#server/modules/reports/report.sql.ts'

type Row = {
  id: number | string
  at: Date
  channel_id: string | null
  value: number
  about: 'order' | 'voucher' | 'case' | 'payment'
  subject: string
  name: string
  /** Only for orders. */
  points_paid?: number
  cents_paid?: number
  person?: Person
}

export function reportRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, reportMetrics, handleReportMetrics)

  serveStaff(app, backoffice, metricRows, listMetricRows)
}

async function listMetricRows(
  { metric, ...query }: ParsedInput<typeof metricRows>,
  caller: SignedIn,
) {
  const isOfEmployer = [query.employer, query.batch, query.campaign].some((id) => id !== undefined)
  if (isOfEmployer && !caller.may('employer.read')) return refuseStaff('not-found')
  const period = await requestedPeriod(query, caller)
  if (!period) return refuseStaff('not-found')
  const { sql, colleague } = caller
  const list = rowList(colleague.language, metric, period, query)
  return serveList(caller, query, {
    file: metric,
    list,
    columns: rowCells(metric, caller.may('personal-data.view')),
    row: (row: Row) => ({
      id: String(row.id),
      at: row.at.toISOString(),
      channel: row.channel_id,
      value: row.value,
      about: row.about,
      subject: row.subject,
      name: row.name,
      order: orderOf(row, caller.may('personal-data.view')),
    }),
    more: async () => ({ sum: await findSum(sql, list) }),
  })
}

async function handleReportMetrics(
  { as, ...input }: ParsedInput<typeof reportMetrics>,
  caller: SignedIn,
) {
  const period = await requestedPeriod(input, caller)
  if (!period) return refuseStaff('not-found')
  const { sql, colleague } = caller
  const answer = await findFigures(sql, period, colleague.language)
  return serveTable(as, colleague.language, figuresTable(answer, input), () => ({
    ...answer,
    time_zone: period.zone,
  }))
}

const valueForFile = (figure: MetricName, value: number) =>
  METRICS[figure] === 'cents' ? inEuros(value) : value

const orderOf = ({ person, points_paid = 0, cents_paid = 0 }: Row, showsPersonalData: boolean) =>
  person ? { person: personOf(person, showsPersonalData).name, points_paid, cents_paid } : null

const orderCells = (showsPersonalData: boolean) => ({
  recipient: (row: Row) => orderOf(row, showsPersonalData)?.person ?? '',
  points_paid: ({ points_paid = 0 }: Row) => points_paid,
  euros_paid: ({ cents_paid = 0 }: Row) => inEuros(cents_paid),
})

const rowCells = (figure: MetricName, showsPersonalData: boolean) => ({
  at: ({ at }: Row) => at.toISOString(),
  channel: ({ channel_id }: Row) => channel_id,
  about: ({ about }: Row) => about,
  subject: ({ subject }: Row) => subject,
  name: ({ name }: Row) => name,
  ...(ORDER_FIGURES.includes(figure) ? orderCells(showsPersonalData) : {}),
  [METRICS[figure] === 'cents' ? 'euros' : METRICS[figure]]: ({ value }: Row) =>
    valueForFile(figure, value),
  ...notInFile('id', 'value', 'order'),
})

type Line = { figure: MetricName; part: string; value: Cell }

/** All numbers of the page, one line for each. */
function figuresTable(
  { sums, days, hours, categories, funnel }: Omit<StaffResponse<'reportMetrics'>, 'time_zone'>,
  { from, to }: { from: string; to: string },
): ServedTable<Line> {
  const line = (figure: MetricName, part: string, value: number): Line => ({
    figure,
    part,
    value: valueForFile(figure, value),
  })
  const lines = [
    ...SUMMED_METRICS.map((figure) => line(figure, '', sums[figure])),
    ...days.flatMap((day) =>
      (['orders', 'spent', 'paid'] as const).map((figure) => line(figure, day.day, day[figure])),
    ),
    ...hours.map((orders, hour) => line('orders', `${String(hour).padStart(2, '0')}:00`, orders)),
    ...categories.map(({ id, name, gifts }) => line('gifts', name || (id ?? '-'), gifts)),
    ...funnel.map(({ step, count }) => line('claimed', step, count)),
  ]
  return {
    file: `figures-${from}-${to}`,
    parts: () => [lines],
    columns: {
      figure: ({ figure }) => figure,
      part: ({ part }) => part,
      value: ({ value }) => value,
    },
  }
}
