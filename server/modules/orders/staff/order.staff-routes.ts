import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  noteOnOrder,
  staffOrder,
  staffOrders,
  sendMailAgain,
  showPerson,
} from '#contract/orders/orders.staff.ts'
import { creditAlone } from '#domain/refunds/credit.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import { findOrder, lockOrder } from '#server/modules/orders/order.sql.ts'
import { type CsvColumns, inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  addressOf,
  listedOrder,
  personOf,
  readCompleteOrder,
} from '#server/modules/orders/staff/staff-order-response.ts'
import {
  numbersFound,
  orderList,
  type OrderListRow,
} from '#server/modules/orders/staff/order-list.sql.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { creditedPoints } from '#server/modules/refunds/propose-credit.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Two presses of one button are one mail. */
export const AGAIN_AFTER_MS = 10_000

/** Orders as the back office sees them. */
export function staffOrderRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, staffOrders, listOrders)

  serveStaff(app, backoffice, staffOrder, async ({ number }, asker) => {
    const { sql, may, now, colleague } = asker
    const order = await ownOrder(asker, number)
    if (!order) return refuseStaff('not-found')
    const shown = await readCompleteOrder(sql, order, {
      open: may('person.show'),
      now,
      language: colleague.language,
    })
    return { ...shown, credit_alone: creditAlone(colleague.role, creditedPoints(order)) }
  })

  serveStaff(app, backoffice, showPerson, async ({ number, reason }, asker) => {
    const order = await ownOrder(asker, number)
    if (!order) return refuseStaff('not-found')
    asker.audit({
      action: 'person.shown',
      subjectKind: 'order',
      subjectId: number,
      channelId: order.channelId,
      reason,
    })
    return { person: personOf(order.person, true), address: addressOf(order.delivery, true) }
  })

  serveStaff(app, backoffice, sendMailAgain, async ({ number, mail }, asker) => {
    const { sql, now, audit } = asker
    if (!(await ownOrder(asker, number))) return refuseStaff('not-found')
    const order = await lockOrder(sql, number)
    const [sent] = await sql<
      { template: string; subject_id: string; copies: number; last: Date }[]
    >`
      select template, subject_id,
        (select max(copy) + 1 from mail other where other.template = mail.template
          and other.subject_id = mail.subject_id and other.month = mail.month) as copies,
        (select max(created_at) from mail other where other.template = mail.template
          and other.subject_id = mail.subject_id and other.month = mail.month) as last
      from mail where id = ${mail} and split_part(subject_id, ':', 1) = ${number}
        and template in ${sql(HOLDER_MAILS)}`
    if (!order || !sent) return refuseStaff('not-found')
    if (now.getTime() - sent.last.getTime() < AGAIN_AFTER_MS) return refuseStaff('sent-just-now')
    const [made] = await sql<{ id: string }[]>`
      insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at, copy)
      values (${sent.template}, ${sent.subject_id}, ${order.month}, ${order.voucherId}, ${order.channelId},
        ${order.language}, ${order.person.email}, ${now}, ${sent.copies}) returning id`
    if (!made) throw new Error('the mail was not kept')
    await backoffice.shop.jobs.send(sql, [{ name: 'send-mail', data: { id: made.id } }])
    audit({
      action: 'mail.sent-again',
      subjectKind: 'order',
      subjectId: number,
      channelId: order.channelId,
      after: { mail: sent.template, to: order.person.email },
      personal: ['to'],
    })
    return { mail: made.id }
  })

  serveStaff(app, backoffice, noteOnOrder, async ({ number, body }, asker) => {
    const { sql, now, colleague, audit } = asker
    const order = await ownOrder(asker, number)
    if (!order) return refuseStaff('not-found')
    const [note] = await sql<{ id: number }[]>`
      insert into order_note (order_number, staff_id, body, at)
      values (${number}, ${colleague.id}, ${body}, ${now}) returning id`
    audit({
      action: 'order.noted',
      subjectKind: 'order',
      subjectId: number,
      channelId: order.channelId,
      after: { note: body },
      personal: ['note'],
    })
    return { id: String(note?.id ?? '') }
  })
}

async function listOrders({ search, ...asked }: ParsedInput<typeof staffOrders>, asker: SignedIn) {
  const { sql, colleague, channels, within, may } = asker
  if (asked.channel !== undefined && !within(asked.channel)) return refuseStaff('not-found')
  const names = may('person.show')
  const every = asked.as !== 'json'
  const found =
    search === undefined
      ? null
      : await numbersFound(sql, search, { names, asked, own: channels, every })
  return serveList(asker, asked, {
    file: 'orders',
    list: orderList(colleague.language, asked, channels, found),
    columns: csvOf(names),
    row: (row: OrderListRow) => listedOrder(row, names),
  })
}

/** Undefined also for what lies in a channel of others. */
async function ownOrder({ sql, within }: StaffCaller, number: string) {
  const order = await findOrder(sql, number)
  return order && within(order.channelId) ? order : undefined
}

function csvOf(names: boolean): CsvColumns<OrderListRow> {
  return {
    number: ({ number }) => number,
    placed_at: ({ placed_at }) => placed_at.toISOString(),
    channel: ({ channel_id }) => channel_id,
    state: ({ state, part }) => part ?? state,
    name: ({ person }) => personOf(person, names).name,
    email: ({ person }) => personOf(person, names).email,
    gifts: ({ gifts }) => gifts,
    points: ({ total_points }) => total_points,
    points_paid: ({ points_paid }) => points_paid,
    euros_paid: ({ cents_paid }) => inEuros(cents_paid),
    delivery: ({ kind }) => kind,
    country: ({ country }) => country,
  }
}
