import type { FastifyInstance } from 'fastify'

import {
  dailyPayments,
  monthlyPayments,
  paymentRows,
} from '#contract/finance/payments-report.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { daysOfMonth } from '#domain/time/months.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { findClosedMonth } from '#server/modules/finance/accounting-month.sql.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  everyChannel,
  isOwnChannel,
  listPaymentsByDay,
  listPaymentsOfDay,
  listDifferences,
  listVatOfDay,
  sumOfList,
  paymentRowList,
} from '#server/modules/finance/daily-payments.sql.ts'

/** Money received, ordered and refunded per day. The nightly check uses the same SQL functions. */
export function dailyPaymentRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, dailyPayments, handleDailyPayments)

  serveStaff(app, backoffice, monthlyPayments, handleMonthlyPayments)

  serveStaff(app, backoffice, paymentRows, listPaymentRows)
}

async function handleDailyPayments(
  { day, channel }: ParsedInput<typeof dailyPayments>,
  { sql, channels, within }: SignedIn,
) {
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const readChannels = channel === undefined ? channels : [channel]
  const inChannels =
    readChannels === null ? everyChannel(sql) : isOwnChannel(sql, [...readChannels])
  const [items, differences, vat] = await Promise.all([
    listPaymentsOfDay(sql, day, inChannels),
    listDifferences(sql, day, inChannels),
    listVatOfDay(sql, day, inChannels),
  ])
  return { items: [...items], differing: [...differences], vat: [...vat] }
}

async function handleMonthlyPayments(
  { month, channel }: ParsedInput<typeof monthlyPayments>,
  { sql, channels, within, now }: SignedIn,
) {
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const readChannels = channel === undefined ? channels : [channel]
  const inChannels =
    readChannels === null ? everyChannel(sql) : isOwnChannel(sql, [...readChannels])
  const today = dayAt(now.getTime(), DEFAULT_ZONE)
  const { from, to } = daysOfMonth(month)
  const closed = await findClosedMonth(sql, month)
  const days = await listPaymentsByDay(sql, from, to < today ? to : today, inChannels)
  return { month, closed_at: closed?.closed_at.toISOString() ?? null, days: [...days] }
}

async function listPaymentRows(
  { channel, ...query }: ParsedInput<typeof paymentRows>,
  caller: SignedIn,
) {
  const { sql, channels, within } = caller
  if (channel !== undefined && !within(channel)) return refuseStaff('not-found')
  const list = paymentRowList(query, channel === undefined ? channels : [channel])
  return serveList(caller, query, {
    file: `${query.metric}-${query.from}-${query.to}`,
    list,
    columns: CSV_COLUMNS,
    row: wireRow,
    more: async () => ({ sum: await sumOfList(sql, list) }),
  })
}

const wireRow = ({ at, channel_id, value, name, ...row }: Row) => ({
  id: row.id,
  at: at.toISOString(),
  channel: channel_id,
  provider: row.provider,
  cents: value,
  about: row.about,
  subject: row.subject,
  payment: name,
})

type Row = {
  id: string
  at: Date
  channel_id: string
  value: number
  provider: string
  about: 'order' | 'case' | 'voucher'
  subject: string
  name: string
}

const CSV_COLUMNS = {
  at: ({ at }: Row) => at.toISOString(),
  channel: ({ channel_id }: Row) => channel_id,
  provider: ({ provider }: Row) => provider,
  about: ({ about }: Row) => about,
  subject: ({ subject }: Row) => subject,
  payment: ({ name }: Row) => name,
  euros: ({ value }: Row) => inEuros(value),
  ...notInFile('id', 'cents'),
}
