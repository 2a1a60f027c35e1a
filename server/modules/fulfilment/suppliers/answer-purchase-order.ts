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
 * 'late': these lines were answered already; 'gone': they were withdrawn; 'changed': the quantities differ from
 * those the supplier saw; 'code-taken': another parcel of this purchase order has the code.
 */
export type AnswerResult = 'done' | 'late' | 'gone' | 'changed' | 'code-taken' | 'no-such-lines'

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
): Promise<AnswerResult> {
  const unlocked = await findPurchase(sql, number)
  const locked = unlocked && (await lockForCredit(sql, unlocked.orderNumber))
  if (!locked) return 'no-such-lines'
  await sql`select from purchase_order where number = ${number} for update`
  const purchase = await findPurchase(sql, number)
  if (!purchase) return 'no-such-lines'
  const { order } = locked
  const at = shop.ports.clock.now()
  await reopenForLateEvent(sql, order, 'a supplier answered late')
  if (answer.what === 'confirm') return confirm(sql, order, { purchase, seen, at })
  if (answer.what === 'resolve') return correctParcel(shop, sql, order, { purchase, answer, at })

  const purchasedLines = new Map(purchase.lines.map((line) => [line.line, line]))
  if (answer.lines.length === 0 || answer.lines.some((line) => !purchasedLines.has(line)))
    return 'no-such-lines'
  const states = answer.lines.map((line) => purchasedLines.get(line)?.state)
  if (states.some((state) => state !== 'open')) {
    if (!states.includes('gone')) return 'late'
    // If some lines are still wanted, the supplier must know that its answer was not saved.
    return states.includes('open') ? 'changed' : 'gone'
  }
  if (seen && answer.lines.some((line) => seen.get(line) !== purchasedLines.get(line)?.quantity))
    return 'changed'
  if (answer.what === 'sent') {
    const parcel = reportedParcel(order, purchase, answer.code)
    if (parcel && !canAddTo(parcel, answer)) return 'code-taken'
    await ship(shop, sql, order, { purchase, answer, parcel, at })
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
): Promise<AnswerResult> {
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

async function ship(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  {
    purchase,
    answer: { lines, code, carrier, link },
    parcel,
    at,
  }: Step<'sent'> & { parcel: Parcel | undefined },
) {
  const { number, month, voucherId, channelId, language, person } = order
  const parcelCode = parcel?.code ?? uniqueCode(code, order, purchase)
  if (parcel === undefined)
    await sql`
    insert into parcel (order_number, month, voucher_id, code, link, carrier, round, sent_at, state_at)
    values (${number}, ${month}, ${voucherId}, ${parcelCode}, ${link}, ${carrier}, ${purchase.round}, ${at}, ${at})`
  await sql`
    insert into parcel_line (order_number, month, voucher_id, code, line, quantity)
    select order_number, ${month}, ${voucherId}, ${parcelCode}, line, quantity from purchase_order_line
    where number = ${purchase.number} and line = any(${lines}::integer[])`
  await sql`
    update purchase_order_line set state = 'sent', parcel_code = ${parcelCode}, at = ${at}
    where number = ${purchase.number} and line = any(${lines}::integer[])`
  await saveEvent(sql, {
    number,
    type: 'supplier-sent',
    description: parcelCode,
    sourceId: `supplier sent ${purchase.number} ${parcelCode} ${lines.join(',')}`,
    at,
  })
  const current = await findOrder(sql, number)
  if (current) await moveLines(sql, current, ({ line }) => lines.includes(line), 'shipped')
  const mail = {
    template: 'order-shipped',
    subjectId: `${number}:${parcelCode}`,
    channelId,
    language,
    recipient: person.email,
  } as const
  await (parcel ? requeueMail(shop, sql, mail) : queueMail(shop, sql, mail))
}

/** The parcel that this supplier already reported with this code, regardless of spelling. */
const reportedParcel = (
  { parcels }: Pick<OrderRow, 'parcels'>,
  { lines }: Purchase,
  code: string,
) =>
  parcels.find(
    (parcel) =>
      normalizedCode(parcel.code) === normalizedCode(code) &&
      lines.some(({ parcelCode }) => parcelCode === parcel.code),
  )

/** Carriers print codes in groups and ignore upper and lower case. */
const normalizedCode = (code: string) => code.replaceAll(/\s+/g, '').toUpperCase()

/** A parcel in transit can get more lines, but another carrier with the same code means another parcel. */
const canAddTo = ({ state, carrier }: Parcel, answer: { carrier: string }) =>
  state === 'sent' && carrier.toLowerCase() === answer.carrier.toLowerCase()

/** Another supplier may use the same code, so the stored code is made unique within the order. */
function uniqueCode(code: string, { parcels }: Pick<OrderRow, 'parcels'>, { number }: Purchase) {
  const isTaken = parcels.some((parcel) => parcel.code === code)
  return isTaken ? `${code} (${number}-${parcels.length + 1})` : code
}

/** Corrects carrier, code and link of a parcel. A changed code sends the holder a new mail. */
async function correctParcel(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  { purchase, answer: { parcel: oldCode, code, carrier, link }, at }: Step<'resolve'>,
): Promise<AnswerResult> {
  const { number, month, channelId, language, person } = order
  const parcel = order.parcels.find((candidate) => candidate.code === oldCode)
  if (!parcel || !purchase.lines.some(({ parcelCode }) => parcelCode === oldCode))
    return 'no-such-lines'
  if (parcel.state !== 'sent') return 'late'
  if (code === oldCode && carrier === parcel.carrier && link === parcel.link) return 'done'
  const others = order.parcels.filter((other) => other !== parcel)
  if (reportedParcel({ parcels: others }, purchase, code)) return 'code-taken'
  const newCode = code === oldCode ? oldCode : uniqueCode(code, { parcels: others }, purchase)
  // The parcel is updated first: under its old code its contents would count twice.
  await sql`
    update parcel set code = ${newCode}, carrier = ${carrier}, link = ${link}
    where order_number = ${number} and month = ${month} and code = ${oldCode}`
  if (newCode !== oldCode) {
    await sql`
      update parcel_line set code = ${newCode}
      where order_number = ${number} and month = ${month} and code = ${oldCode}`
    await sql`
      update purchase_order_line set parcel_code = ${newCode}
      where number = ${purchase.number} and parcel_code = ${oldCode}`
  }
  await sql`update purchase_order set last_step_at = ${at} where number = ${purchase.number}`
  await saveEvent(sql, {
    number,
    type: 'supplier-resolved',
    description: newCode === oldCode ? newCode : `${oldCode} → ${newCode}`,
    sourceId: `supplier resolved ${purchase.number} ${newCode} ${at.toISOString()}`,
    at,
  })
  if (newCode !== oldCode) {
    // The queued mail names a parcel code that no longer exists.
    await replaceMail(sql, { template: 'order-shipped', subjectId: `${number}:${oldCode}`, month })
    await queueMail(shop, sql, {
      template: 'order-shipped',
      subjectId: `${number}:${newCode}`,
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
  const offerIds: string[] = []
  for (const line of lines) {
    const isPurchased = purchase.lines.some((purchased) => purchased.line === line)
    await saveEvent(sql, {
      number: order.number,
      type: 'supplier-declined',
      description: order.lines.find((ordered) => ordered.line === line)?.name ?? '',
      sourceId: `declined ${purchase.number} ${line}`,
      at,
    })
    const current = await findOrder(sql, order.number)
    if (!current || !isPurchased) continue
    const result = await replaceOrDrop(shop, sql, current, { line, reason })
    if (!result) continue
    if (!refused(result)) {
      offerIds.push(result.id)
      continue
    }
    // A line that is already being replaced needs no action. Any other refusal becomes a task.
    if (['is-choosing', 'order-cancelled'].includes(result.refused)) continue
    await openTaskFor(sql, {
      kind: 'supplier-silent',
      subject: purchase.number,
      cause: result.refused,
      reason,
      channelId: order.channelId,
      orderNumber: order.number,
    })
  }
  await notifyUnavailable(shop, sql, order, offerIds)
}

/** Offers a replacement for the units not yet credited. If all units are credited, the line is dropped. */
async function replaceOrDrop(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { line, reason }: { line: number; reason: string },
) {
  const openUnits = creditableUnits(order, line)
  const ordered = order.lines.find((orderLine) => orderLine.line === line)
  const started =
    openUnits === 0
      ? undefined
      : await startReplacement(shop, sql, order, {
          line,
          quantity: openUnits ?? 0,
          cause: 'declined',
          note: reason,
          staffId: null,
          callerSendsMail: true,
        })
  const isNothingCredited = openUnits === undefined || openUnits === ordered?.quantity
  if (isNothingCredited || (started && refused(started))) return started
  const current = await findOrder(sql, order.number)
  const rest = current?.lines.find((orderLine) => orderLine.line === line)
  if (
    current &&
    rest?.state === 'released' &&
    !rest.isBeingReplaced &&
    rest.credited === rest.quantity
  )
    await cancelLine(shop, sql, current, line)
  return started
}
