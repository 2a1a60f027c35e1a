import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  addOrderNote,
  setOrderTags,
  staffOrder,
  staffOrders,
  sendMailAgain,
  revealOrderRecipient,
} from '#contract/orders/orders.staff.ts'
import { creditWithoutApproval } from '#domain/refunds/credit.ts'
import { findOrder, lockOrder } from '#server/modules/orders/order.sql.ts'
import { inEuros } from '#server/lists/csv-download.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  addressOf,
  listedOrder,
  personOf,
  readCompleteOrder,
} from '#server/modules/orders/staff/staff-order-response.ts'
import {
  searchOrderNumbers,
  orderList,
  type OrderListRow,
} from '#server/modules/orders/staff/order-list.sql.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { creditedPoints } from '#server/modules/refunds/propose-credit.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  insertOrderNote,
  lockOrderTags,
  saveOrderTags,
} from '#server/modules/orders/staff/order-notes-and-tags.sql.ts'
import { findSentMail, insertMailCopy } from '#server/modules/mail/queue/mail-copy.sql.ts'

/** A mail cannot be sent again within this time, so that a double click sends one mail. */
export const RESEND_INTERVAL_MS = 10_000

/** Orders as the back office sees them. */
export function staffOrderRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, staffOrders, listOrders)

  serveStaff(app, backoffice, staffOrder, handleStaffOrder(backoffice))

  serveStaff(app, backoffice, revealOrderRecipient, handleRevealOrderRecipient)

  serveStaff(app, backoffice, sendMailAgain, handleSendMailAgain(backoffice))

  serveStaff(app, backoffice, addOrderNote, handleAddOrderNote)

  serveStaff(app, backoffice, setOrderTags, handleSetOrderTags)
}

const handleStaffOrder =
  ({ shop }: Backoffice) =>
  async ({ number }: ParsedInput<typeof staffOrder>, caller: SignedIn) => {
    const { sql, may, now, colleague } = caller
    const order = await findOrderOfCaller(caller, number)
    if (!order) return refuseStaff('not-found')
    const response = await readCompleteOrder(sql, order, {
      isUnmasked: may('personal-data.view'),
      now,
      language: colleague.language,
    })
    const model = await shop.models.channel(order.channelId)
    const texts = model?.language(colleague.language)
    return {
      ...response,
      lines: response.lines.map((line) => {
        // A gift that is no longer sold has only the texts stored with its order.
        const offer = model?.offersBySku.get(line.sku)
        return offer && texts ? { ...line, variant: texts.variantOf(offer) } : line
      }),
      credit_alone: creditWithoutApproval(colleague.role, creditedPoints(order)),
    }
  }

async function handleRevealOrderRecipient(
  { number, reason }: ParsedInput<typeof revealOrderRecipient>,
  caller: SignedIn,
) {
  const order = await findOrderOfCaller(caller, number)
  if (!order) return refuseStaff('not-found')
  caller.audit({
    action: 'personal-data.viewed',
    subjectKind: 'order',
    subjectId: number,
    channelId: order.channelId,
    reason,
  })
  return { person: personOf(order.person, true), address: addressOf(order.delivery, true) }
}

const handleSendMailAgain =
  (backoffice: Backoffice) =>
  async ({ number, mail }: ParsedInput<typeof sendMailAgain>, caller: SignedIn) => {
    const { sql, now, audit } = caller
    if (!(await findOrderOfCaller(caller, number))) return refuseStaff('not-found')
    const order = await lockOrder(sql, number)
    const sent = await findSentMail(sql, mail, number)
    if (!order || !sent) return refuseStaff('not-found')
    if (now.getTime() - sent.last.getTime() < RESEND_INTERVAL_MS)
      return refuseStaff('sent-just-now')
    const copy = await insertMailCopy(sql, {
      template: sent.template,
      subjectId: sent.subject_id,
      month: order.month,
      voucherId: order.voucherId,
      channelId: order.channelId,
      language: order.language,
      email: order.person.email,
      now,
      copies: sent.copies,
    })
    if (!copy) throw new Error('insert of the mail returned no row')
    await backoffice.shop.jobs.send(sql, [{ name: 'send-mail', data: { id: copy.id } }])
    audit({
      action: 'mail.sent-again',
      subjectKind: 'order',
      subjectId: number,
      channelId: order.channelId,
      after: { mail: sent.template, to: order.person.email },
      personal: ['to'],
    })
    return { mail: copy.id }
  }

async function handleAddOrderNote(
  { number, body }: ParsedInput<typeof addOrderNote>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const order = await findOrderOfCaller(caller, number)
  if (!order) return refuseStaff('not-found')
  const note = await insertOrderNote(sql, { number, staffId: colleague.id, body, now })
  audit({
    action: 'order.noted',
    subjectKind: 'order',
    subjectId: number,
    channelId: order.channelId,
    after: { note: body },
    personal: ['note'],
  })
  return { id: String(note?.id ?? '') }
}

async function handleSetOrderTags(
  { number, tags: newTags, was: seenTags }: ParsedInput<typeof setOrderTags>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const order = await findOrderOfCaller(caller, number)
  if (!order) return refuseStaff('not-found')
  const before = await lockOrderTags(sql, number)
  const tags = [...new Set(newTags)].sort()
  const areSame = (left: readonly string[], right: readonly string[]) =>
    left.toSorted().join('\n') === right.toSorted().join('\n')
  if (areSame(tags, before)) return refuseStaff('nothing-to-do')
  if (!areSame(seenTags, before)) return refuseStaff('changed-since')
  await saveOrderTags(sql, { number, tags, staffId: colleague.id, now })
  audit({
    action: 'order.tagged',
    subjectKind: 'order',
    subjectId: number,
    channelId: order.channelId,
    before: { tags: before },
    after: { tags },
    personal: ['tags'],
  })
  return { tags }
}

async function listOrders({ search, ...query }: ParsedInput<typeof staffOrders>, caller: SignedIn) {
  const { sql, colleague, channels, within, may, now } = caller
  if (query.channel !== undefined && !within(query.channel)) return refuseStaff('not-found')
  const mayReadNames = may('personal-data.view')
  const isUnlimited = query.as !== 'json'
  const found =
    search === undefined
      ? null
      : await searchOrderNumbers(sql, search, {
          mayReadNames,
          filters: query,
          channels,
          isUnlimited,
        })
  return serveList(caller, query, {
    file: 'orders',
    list: orderList(colleague.language, query, channels, found),
    columns: csvColumns(mayReadNames),
    row: (row: OrderListRow) => listedOrder(row, { isUnmasked: mayReadNames, now }),
  })
}

/** The order, if it belongs to a channel of the caller. */
async function findOrderOfCaller({ sql, within }: StaffCaller, number: string) {
  const order = await findOrder(sql, number)
  return order && within(order.channelId) ? order : undefined
}

function csvColumns(mayReadNames: boolean): ListFile<'staffOrders', OrderListRow> {
  return {
    number: ({ number }) => number,
    placed_at: ({ placed_at }) => placed_at.toISOString(),
    channel: ({ channel_id }) => channel_id,
    state: ({ state, part }) => part ?? state,
    name: ({ person }) => personOf(person, mayReadNames).name,
    email: ({ person }) => personOf(person, mayReadNames).email,
    gifts: ({ gifts }) => gifts,
    points_paid: ({ points_paid }) => points_paid,
    tags: ({ tags }) => tags.join(', '),
    euros_paid: ({ cents_paid }) => inEuros(cents_paid),
    delivery: ({ kind }) => kind,
    country: ({ country }) => country,
    ...notInFile('part', 'person', 'picture', 'lines', 'cents_paid', 'flags', 'overdue_days'),
  }
}
