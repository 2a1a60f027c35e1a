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

/** A second click within this time sends no second mail. */
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
    const order = await ownOrder(caller, number)
    if (!order) return refuseStaff('not-found')
    const shown = await readCompleteOrder(sql, order, {
      open: may('personal-data.view'),
      now,
      language: colleague.language,
    })
    const model = await shop.models.channel(order.channelId)
    const words = model?.language(colleague.language)
    return {
      ...shown,
      lines: shown.lines.map((line) => {
        // A gift that is no longer sold has only the texts stored with its order.
        const offer = model?.offersBySku.get(line.sku)
        return offer && words ? { ...line, variant: words.variantOf(offer) } : line
      }),
      credit_alone: creditWithoutApproval(colleague.role, creditedPoints(order)),
    }
  }

async function handleRevealOrderRecipient(
  { number, reason }: ParsedInput<typeof revealOrderRecipient>,
  caller: SignedIn,
) {
  const order = await ownOrder(caller, number)
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
    if (!(await ownOrder(caller, number))) return refuseStaff('not-found')
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
  const order = await ownOrder(caller, number)
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
  { number, tags: asked, was }: ParsedInput<typeof setOrderTags>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const order = await ownOrder(caller, number)
  if (!order) return refuseStaff('not-found')
  const before = await lockOrderTags(sql, number)
  const tags = [...new Set(asked)].sort()
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.toSorted().join('\n') === other.toSorted().join('\n')
  if (isSame(tags, before)) return refuseStaff('nothing-to-do')
  if (!isSame(was, before)) return refuseStaff('changed-since')
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

async function listOrders({ search, ...asked }: ParsedInput<typeof staffOrders>, caller: SignedIn) {
  const { sql, colleague, channels, within, may, now } = caller
  if (asked.channel !== undefined && !within(asked.channel)) return refuseStaff('not-found')
  const names = may('personal-data.view')
  const every = asked.as !== 'json'
  const found =
    search === undefined
      ? null
      : await searchOrderNumbers(sql, search, { names, asked, own: channels, every })
  return serveList(caller, asked, {
    file: 'orders',
    list: orderList(colleague.language, asked, channels, found),
    columns: csvOf(names),
    row: (row: OrderListRow) => listedOrder(row, { open: names, now }),
  })
}

/** Undefined also for an order outside the caller's channels. */
async function ownOrder({ sql, within }: StaffCaller, number: string) {
  const order = await findOrder(sql, number)
  return order && within(order.channelId) ? order : undefined
}

function csvOf(names: boolean): ListFile<'staffOrders', OrderListRow> {
  return {
    number: ({ number }) => number,
    placed_at: ({ placed_at }) => placed_at.toISOString(),
    channel: ({ channel_id }) => channel_id,
    state: ({ state, part }) => part ?? state,
    name: ({ person }) => personOf(person, names).name,
    email: ({ person }) => personOf(person, names).email,
    gifts: ({ gifts }) => gifts,
    points_paid: ({ points_paid }) => points_paid,
    tags: ({ tags }) => tags.join(', '),
    euros_paid: ({ cents_paid }) => inEuros(cents_paid),
    delivery: ({ kind }) => kind,
    country: ({ country }) => country,
    ...notInFile('part', 'person', 'picture', 'lines', 'cents_paid', 'flags', 'overdue_days'),
  }
}
