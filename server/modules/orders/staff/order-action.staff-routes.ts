import type { FastifyInstance } from 'fastify'

import { actOnOrders } from '#contract/orders/order-actions.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { RESEND_INTERVAL_MS } from '#server/modules/orders/staff/order.staff-routes.ts'
import { searchOrderNumbers, orderList } from '#server/modules/orders/staff/order-list.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  insertNotes,
  listOrderNumbers,
  lockOrderRows,
} from '#server/modules/orders/staff/order-action.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { insertMailCopies } from '#server/modules/mail/queue/mail-copy.sql.ts'

/** Actions on several orders. They are refused if another number of orders matches than the user saw. */
export function orderActionRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, actOnOrders, handleActOnOrders(backoffice))
}

const handleActOnOrders =
  (backoffice: Backoffice) =>
  async (
    { action, body, ids, found, count }: ParsedInput<typeof actOnOrders>,
    caller: SignedIn,
  ) => {
    const { now, colleague, channels, within, may, audit } = caller
    const sql = caller.sql as Transaction
    if (found?.channel !== undefined && !within(found.channel)) return refuseStaff('not-found')
    const { search, sort: _, ...filters } = found ?? {}
    const mayReadNames = may('personal-data.view')
    const matching =
      search === undefined
        ? null
        : await searchOrderNumbers(sql, search, { mayReadNames, filters, channels })
    const list = orderList(colleague.language, ids ? { ids } : filters, channels, matching)
    const rows = await listOrderNumbers(sql, list)
    if (rows.length !== count) return refuseStaff('changed-since')
    const numbers = rows.map(({ number }) => number)
    const done =
      action === 'note'
        ? await insertNotes(sql, numbers, { body, staffId: colleague.id, at: now })
        : await resend(backoffice, sql, numbers, now)
    audit({
      action: action === 'note' ? 'orders.noted' : 'orders.sent-again',
      subjectKind: 'order',
      subjectId: numbers.length === 1 ? (numbers[0] ?? '') : 'several',
      after: { orders: numbers, done, ...(action === 'note' ? { note: body } : {}) },
      personal: ['note'],
    })
    return { done }
  }

/** Sends the newest confirmation mail of each order again, to the order's current address. */
async function resend({ shop }: Backoffice, sql: Transaction, numbers: string[], now: Date) {
  await lockOrderRows(sql, numbers)
  const copies = await insertMailCopies(sql, {
    now,
    numbers,
    last: new Date(now.getTime() - RESEND_INTERVAL_MS),
  })
  await shop.jobs.send(
    sql,
    copies.map(({ id }) => ({ name: 'send-mail', data: { id } })),
  )
  return copies.length
}
