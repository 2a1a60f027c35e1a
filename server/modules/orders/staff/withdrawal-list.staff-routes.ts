import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { withdrawals } from '#contract/refunds/withdrawals.staff.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { creditDueDay } from '#domain/refunds/withdrawal.ts'
import { dayAt, daysBetween } from '#domain/time/zone-days.ts'
import { searchOrderNumbers } from '#server/modules/orders/staff/order-list.sql.ts'
import { personOf } from '#server/modules/orders/staff/staff-order-response.ts'
import {
  withdrawalList,
  type WithdrawalListRow,
} from '#server/modules/orders/staff/withdrawal-list.sql.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'

export function withdrawalListRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, withdrawals, listWithdrawals)
}

async function listWithdrawals(
  { search, ...query }: ParsedInput<typeof withdrawals>,
  caller: SignedIn,
) {
  const { sql, colleague, channels, within, may, now } = caller
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  const mayReadNames = may('personal-data.view')
  const found =
    search === undefined ? null : await searchOrderNumbers(sql, search, { mayReadNames, channels })
  return serveList(caller, query, {
    file: 'withdrawals',
    list: withdrawalList(colleague.language, query, channels, found),
    columns: csvColumns(mayReadNames),
    row: (row: WithdrawalListRow) => listedWithdrawal(row, { mayReadNames, now }),
  })
}

const dueDayOf = ({ withdrawn_at, time_zone }: WithdrawalListRow) =>
  creditDueDay(withdrawn_at.getTime(), time_zone)

function listedWithdrawal(
  row: WithdrawalListRow,
  { mayReadNames, now }: { mayReadNames: boolean; now: Date },
) {
  const { person, time_zone, withdrawn_at, returned_at, ...shown } = row
  const due_day = dueDayOf(row)
  return {
    ...shown,
    recipient: personOf(person, mayReadNames).name,
    withdrawn_at: withdrawn_at.toISOString(),
    returned_at: returned_at && returned_at.toISOString(),
    due_day,
    overdue_days:
      row.state === 'refunded' ? null : daysBetween(due_day, dayAt(now.getTime(), time_zone)),
  }
}

const csvColumns = (mayReadNames: boolean): ListFile<'withdrawals', WithdrawalListRow> => ({
  number: ({ number }) => number,
  order: ({ order }) => order,
  channel: ({ channel }) => channel,
  recipient: ({ person }) => personOf(person, mayReadNames).name,
  gifts: ({ gifts }) => gifts,
  state: ({ state }) => state,
  withdrawn_at: ({ withdrawn_at }) => withdrawn_at.toISOString(),
  returned_at: ({ returned_at }) => returned_at && returned_at.toISOString(),
  points_to_credit: ({ points_to_credit }) => points_to_credit,
  euros_to_credit: ({ cents_to_credit }) => inEuros(cents_to_credit),
  due_day: dueDayOf,
  ...notInFile('picture', 'cents_to_credit', 'overdue_days'),
})
