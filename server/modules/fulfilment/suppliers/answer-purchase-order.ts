import type { Seen } from '#contract/fulfilment/purchase-orders.supplier.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { queueMail, requeueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  findOrder,
  reopenForLateEvent,
  type OrderRow,
  type Parcel,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import {
  startReplacement,
  notifyUnavailable,
} from '#server/modules/orders/replacements/start-replacement.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { cancelLine } from '#server/modules/orders/lines/cancel-line.ts'
import { moveLines } from '#server/modules/orders/lines/update-line-states.ts'
import { creditableUnits } from '#server/modules/orders/amount-owed.ts'
import {
  findPurchase,
  type Purchase,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import { remindAt } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import { replaceMail } from '#server/modules/mail/queue/mail-state.sql.ts'

export type PurchaseAnswer =
  | { what: 'confirm' }
  | { what: 'sent'; lines: number[]; code: string; carrier: string; link: string | null }
  | { what: 'decline'; lines: number[]; reason: string }
  /** Corrects the tracking data of a parcel in transit; `parcel` is its stored code. */
  | { what: 'resolve'; parcel: string; code: string; carrier: string; link: string | null }

/**
 * 'late': these lines were answered already; 'gone': they are no longer needed; 'changed': the quantities differ from
 * those the supplier saw; 'code-taken': another parcel of this purchase order has the code.
 */
export type Answered = 'done' | 'late' | 'gone' | 'changed' | 'code-taken' | 'no-such-lines'

/**
 * Applies the answer of a supplier, or of a staff member in its place. Takes the locks of a credit, because a
 * declined line starts a replacement offer. A line is answered once.
 */
export async function answerPurchase(
  shop: Shop,
  sql: Transaction,
  number: string,
  answer: PurchaseAnswer,
  seen?: Seen,
): Promise<Answered> {
  const known = await findPurchase(sql, number)
  const locked = known && (await lockForCredit(sql, known.orderNumber))
  if (!known || !locked) return 'no-such-lines'
  await sql`select from purchase_order where number = ${number} for update`
  const purchase = await findPurchase(sql, number)
  if (!purchase) return 'no-such-lines'
  const { order } = locked
  const at = shop.ports.clock.now()
  await reopenForLateEvent(sql, order, 'a supplier answered late')
  if (answer.what === 'confirm') return confirm(sql, order, { purchase, seen, at })
  if (answer.what === 'resolve') return resolve(shop, sql, order, { purchase, answer, at })

  const theirs = new Map(purchase.lines.map((one) => [one.line, one]))
  if (answer.lines.length === 0 || answer.lines.some((line) => !theirs.has(line)))
    return 'no-such-lines'
  const states = answer.lines.map((line) => theirs.get(line)?.state)
  if (states.some((state) => state !== 'open')) {
    if (!states.includes('gone')) return 'late'
    // If some lines are still wanted, the supplier must know that its answer was not saved.
    return states.includes('open') ? 'changed' : 'gone'
  }
  if (seen && answer.lines.some((line) => seen.get(line) !== theirs.get(line)?.quantity))
    return 'changed'
  if (answer.what === 'sent') {
    const into = reportedParcel(order, purchase, answer.code)
    if (into && !isSame(into, answer)) return 'code-taken'
    await send(shop, sql, order, { purchase, answer, into, at })
  } else await decline(shop, sql, order, { purchase, answer, at })
  await sql`
    update purchase_order set last_step_at = ${at}, reminded = 0,
      -- A supplier who declines has not confirmed.
      confirmed_at = coalesce(confirmed_at, case when ${answer.what === 'sent'} then ${at}::timestamptz end),
      remind_at = case when exists (
        select from purchase_order_line line where line.number = ${number} and state = 'open')
        then ${remindAt(at, purchase)}::timestamptz end
    where number = ${number}`
  await closeTaskFor(sql, 'supplier-silent', number)
  await notify(sql, 'voucher', String(order.voucherId))
  return 'done'
}

async function confirm(
  sql: Transaction,
  order: OrderRow,
  { purchase, seen, at }: { purchase: Purchase; seen: Seen | undefined; at: Date },
): Promise<Answered> {
  const { number, lines } = purchase
  if (purchase.confirmedAt !== null) return 'late'
  const open = lines.filter(({ state }) => state === 'open')
  if (open.length === 0) return lines.some(({ state }) => state === 'gone') ? 'gone' : 'late'
  if (
    seen &&
    (seen.size !== open.length || open.some(({ line, quantity }) => seen.get(line) !== quantity))
  )
    return 'changed'
  await sql`
    update purchase_order set confirmed_at = ${at}, last_step_at = ${at}, reminded = 0,
      remind_at = ${remindAt(at, purchase)}
    where number = ${number}`
  await saveEvent(sql, {
    number: order.number,
    type: 'supplier-confirmed',
    description: number,
    sourceId: `confirmed ${number}`,
    at,
  })
  await closeTaskFor(sql, 'supplier-silent', number)
  return 'done'
}

type Step<What> = { purchase: Purchase; answer: Extract<PurchaseAnswer, { what: What }>; at: Date }

async function send(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  {
    purchase,
    answer: { lines, code, carrier, link },
    into,
    at,
  }: Step<'sent'> & { into: Parcel | undefined },
) {
  const { number, month, voucherId, channelId, language, person } = order
  const name = into?.code ?? nameOf(code, order, purchase)
  if (into === undefined)
    await sql`
    insert into parcel (order_number, month, voucher_id, code, link, carrier, round, sent_at, state_at)
    values (${number}, ${month}, ${voucherId}, ${name}, ${link}, ${carrier}, ${purchase.round}, ${at}, ${at})`
  await sql`
    insert into parcel_line (order_number, month, voucher_id, code, line, quantity)
    select order_number, ${month}, ${voucherId}, ${name}, line, quantity from purchase_order_line
    where number = ${purchase.number} and line = any(${lines}::integer[])`
  await sql`
    update purchase_order_line set state = 'sent', parcel_code = ${name}, at = ${at}
    where number = ${purchase.number} and line = any(${lines}::integer[])`
  await saveEvent(sql, {
    number,
    type: 'supplier-sent',
    description: name,
    sourceId: `supplier sent ${purchase.number} ${name} ${lines.join(',')}`,
    at,
  })
  const now = await findOrder(sql, number)
  if (now) await moveLines(sql, now, ({ line }) => lines.includes(line), 'shipped')
  const mail = {
    template: 'order-shipped',
    subjectId: `${number}:${name}`,
    channelId,
    language,
    recipient: person.email,
  } as const
  await (into ? requeueMail(shop, sql, mail) : queueMail(shop, sql, mail))
}

/** The parcel that this supplier already reported with this code, regardless of spelling. */
const reportedParcel = (
  { parcels }: Pick<OrderRow, 'parcels'>,
  { lines }: Purchase,
  typed: string,
) =>
  parcels.find(
    ({ code }) =>
      asTyped(code) === asTyped(typed) && lines.some(({ parcelCode }) => parcelCode === code),
  )

/** Carriers print codes in groups and ignore upper and lower case. */
const asTyped = (code: string) => code.replaceAll(/\s+/g, '').toUpperCase()

/** Another gift in the same parcel, not a different parcel and not one that has arrived. */
const isSame = ({ state, carrier }: Parcel, typed: { carrier: string }) =>
  state === 'sent' && carrier.toLowerCase() === typed.carrier.toLowerCase()

/** Another supplier may use the same code, so the stored code is made unique within the order. */
function nameOf(code: string, { parcels }: Pick<OrderRow, 'parcels'>, { number }: Purchase) {
  const known = parcels.some((parcel) => parcel.code === code)
  return known ? `${code} (${number}-${parcels.length + 1})` : code
}

/** Corrects carrier, code and link of a parcel. A changed code sends the holder a new mail. */
async function resolve(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  { purchase, answer: { parcel: was, code, carrier, link }, at }: Step<'resolve'>,
): Promise<Answered> {
  const { number, month, channelId, language, person } = order
  const parcel = order.parcels.find((one) => one.code === was)
  if (!parcel || !purchase.lines.some(({ parcelCode }) => parcelCode === was))
    return 'no-such-lines'
  if (parcel.state !== 'sent') return 'late'
  if (code === was && carrier === parcel.carrier && link === parcel.link) return 'done'
  const others = order.parcels.filter((one) => one !== parcel)
  if (reportedParcel({ parcels: others }, purchase, code)) return 'code-taken'
  const name = code === was ? was : nameOf(code, { parcels: others }, purchase)
  // The parcel is updated first: under its old code its contents would count twice.
  await sql`
    update parcel set code = ${name}, carrier = ${carrier}, link = ${link}
    where order_number = ${number} and month = ${month} and code = ${was}`
  if (name !== was) {
    await sql`
      update parcel_line set code = ${name}
      where order_number = ${number} and month = ${month} and code = ${was}`
    await sql`
      update purchase_order_line set parcel_code = ${name}
      where number = ${purchase.number} and parcel_code = ${was}`
  }
  await sql`update purchase_order set last_step_at = ${at} where number = ${purchase.number}`
  await saveEvent(sql, {
    number,
    type: 'supplier-resolved',
    description: name === was ? name : `${was} → ${name}`,
    sourceId: `supplier resolved ${purchase.number} ${name} ${at.toISOString()}`,
    at,
  })
  if (name !== was) {
    // The queued mail names a parcel code that no longer exists.
    await replaceMail(sql, { template: 'order-shipped', subjectId: `${number}:${was}`, month })
    await queueMail(shop, sql, {
      template: 'order-shipped',
      subjectId: `${number}:${name}`,
      channelId,
      language,
      recipient: person.email,
    })
  }
  await notify(sql, 'voucher', String(order.voucherId))
  return 'done'
}

async function decline(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { purchase, answer: { lines, reason }, at }: Step<'decline'>,
) {
  await sql`
    update purchase_order_line set state = 'declined', reason = ${reason}, at = ${at}
    where number = ${purchase.number} and line = any(${lines}::integer[])`
  const startedFor: string[] = []
  for (const line of lines) {
    const ordered = purchase.lines.find((one) => one.line === line)
    await saveEvent(sql, {
      number: order.number,
      type: 'supplier-declined',
      description: order.lines.find((one) => one.line === line)?.name ?? '',
      sourceId: `declined ${purchase.number} ${line}`,
      at,
    })
    const now = await findOrder(sql, order.number)
    if (!now || !ordered) continue
    const begun = await fallAway(shop, sql, now, { line, reason })
    if (begun && !refused(begun)) startedFor.push(begun.id)
    // A line that is already being replaced needs no action. Any other refusal becomes a task.
    if (!begun || !refused(begun) || ['is-choosing', 'order-cancelled'].includes(begun.refused))
      continue
    await openTaskFor(sql, {
      kind: 'supplier-silent',
      subject: purchase.number,
      cause: begun.refused,
      reason,
      channelId: order.channelId,
      orderNumber: order.number,
    })
  }
  await notifyUnavailable(shop, sql, order, startedFor)
}

/** Offers a replacement for the units not yet credited. If all units are credited, the line is dropped. */
async function fallAway(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { line, reason }: { line: number; reason: string },
) {
  const left = creditableUnits(order, line)
  const bought = order.lines.find((one) => one.line === line)
  const begun =
    left === 0
      ? undefined
      : await startReplacement(shop, sql, order, {
          line,
          quantity: left ?? 0,
          cause: 'declined',
          note: reason,
          staffId: null,
          callerSendsMail: true,
        })
  if (left === undefined || left === bought?.quantity || (begun && refused(begun))) return begun
  const now = await findOrder(sql, order.number)
  const rest = now?.lines.find((one) => one.line === line)
  if (
    now &&
    rest &&
    rest.state === 'released' &&
    !rest.isBeingReplaced &&
    rest.credited === rest.quantity
  )
    await cancelLine(shop, sql, now, line)
  return begun
}
