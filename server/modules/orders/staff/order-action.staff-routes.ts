import type { FastifyInstance } from 'fastify'

import { actOnOrders, MOST_ORDERS_AT_ONCE } from '#contract/orders/order-actions.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { AGAIN_AFTER_MS } from '#server/modules/orders/staff/order.staff-routes.ts'
import { numbersFound, orderList } from '#server/modules/orders/staff/order-list.sql.ts'
import { type StaffCaller, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

/** Mails that still describe the current order. */
const CONFIRMING = ['order-confirmation', 'order-changed']

/** Acts only if the orders found are as many as the user saw; otherwise returns the new number first. */
export function orderActionsRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, actOnOrders, async ({ action, body, ids, found, count }, asker) => {
    const { now, colleague, channels, within, may, audit } = asker
    const sql = asker.sql as Transaction
    if (found?.channel !== undefined && !within(found.channel)) return refuseStaff('not-found')
    const { search, sort: _, ...asked } = found ?? {}
    const names = may('person.show')
    const matching =
      search === undefined ? null : await numbersFound(sql, search, { names, asked, own: channels })
    const list = orderList(colleague.language, ids ? { ids } : asked, channels, matching)
    const rows = await sql<{ number: string }[]>`
      select orders.number from ${list.from(sql)} order by orders.number limit ${MOST_ORDERS_AT_ONCE + 1}`
    if (rows.length !== count) return refuseStaff('changed-since')
    const numbers = rows.map(({ number }) => number)
    const done =
      action === 'note'
        ? await note(sql, numbers, { body, staffId: colleague.id, at: now })
        : await resend(backoffice, sql, numbers, now)
    audit({
      action: action === 'note' ? 'orders.noted' : 'orders.sent-again',
      subjectKind: 'order',
      subjectId: numbers.length === 1 ? (numbers[0] ?? '') : 'several',
      after: { orders: numbers, done, ...(action === 'note' ? { note: body } : {}) },
      personal: ['note'],
    })
    return { done }
  })
}

async function note(
  sql: StaffCaller['sql'],
  numbers: string[],
  { body, staffId, at }: { body: string; staffId: number; at: Date },
) {
  const made = await sql`
    insert into order_note (order_number, staff_id, body, at)
    select number, ${staffId}, ${body}, ${at} from unnest(${numbers}::text[]) number`
  return made.count
}

/** The newest of each order that confirms it, to the address that the order has now. */
async function resend({ shop }: Backoffice, sql: Transaction, numbers: string[], now: Date) {
  await sql`
    select from orders where number = any(${numbers}::text[]) order by number for no key update`
  const made = await sql<{ id: string }[]>`
    insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at, copy)
    select sent.template, sent.subject_id, orders.month, orders.voucher_id, orders.channel_id, orders.language,
      orders.person ->> 'email', ${now}, copies + 1
    from orders cross join lateral (
        select template, subject_id from mail
        where split_part(subject_id, ':', 1) = orders.number and mail.month = orders.month
          and template in ${sql(CONFIRMING)}
        order by created_at desc, id desc limit 1) sent
      cross join lateral (
        select max(copy) as copies, max(created_at) as last from mail other
        where other.template = sent.template and other.subject_id = sent.subject_id and other.month = orders.month) before
    where orders.number = any(${numbers}::text[]) and last <= ${new Date(now.getTime() - AGAIN_AFTER_MS)}
    returning id`
  await shop.jobs.send(
    sql,
    made.map(({ id }) => ({ name: 'send-mail', data: { id } })),
  )
  return made.length
}
