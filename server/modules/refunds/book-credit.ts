import type { Change } from '#contract/shared/refusals.shop.ts'
import type { VatShare } from '#domain/finance/vat-amounts.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  findOrder,
  reopenForLateEvent,
  type OrderRow,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import { notify, notifyLater } from '#server/platform/db/change-events.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { endObsoleteOffers } from '#server/modules/orders/lines/cancel-line.ts'
import {
  cancelsOrder,
  changesSince,
  type Proposal,
  findReturnedCents,
  removesUnsubmittedLines,
  comparableState,
  creditStateOf,
  stoppableLines,
  vatOfCredit,
} from '#server/modules/refunds/propose-credit.ts'
import { removeLines, splitLines } from '#server/modules/orders/lines/remove-lines.ts'
import { stopFulfilment } from '#server/modules/orders/lines/stop-fulfilment.ts'
import { findUnsentLines } from '#server/modules/orders/lines/unsent-lines.sql.ts'
import { cancelLockedOrder, lockOrderWithPayment } from '#server/modules/orders/cancel-order.ts'
import { queueRefund } from '#server/modules/payments/refund.sql.ts'
import { returnUnits } from '#server/modules/inventory/stock.sql.ts'
import { refundPoints } from '#server/modules/vouchers/ledger.sql.ts'

export async function findProposal(sql: Queries, id: string): Promise<Proposal | undefined> {
  const [proposal] = await sql<Proposal[]>`select * from credit_proposal where id = ${id}`
  return proposal
}

/** Locks balance, payment and order in the usual sequence, then reads their state. */
export async function lockForCredit(sql: Transaction, number: string) {
  const unlocked = await findOrder(sql, number)
  if (!unlocked) return undefined
  const { voucherId } = unlocked
  await sql`select from voucher_balance where voucher_id = ${voucherId} for update`
  const order = await lockOrderWithPayment(sql, { number, voucherId })
  if (!order) return undefined
  const returned = await findReturnedCents(sql, order)
  return { order, creditState: creditStateOf(order, returned, await findUnsentLines(sql, order)) }
}

type Booking = {
  /** null: created by the shop itself, for an unavailable gift or a withdrawal that is credited automatically. */
  staffId: number | null
  approvalId: number | null
  replacementOfferId?: string
  /** Whether units that were not sent yet are stopped. */
  stop?: boolean
  at: Date
}

/**
 * Books points, money, gifts, VAT and history of a proposal in the caller's transaction, or returns what has changed
 * since the proposal. A booked credit is found by its proposal, so it is never booked twice.
 */
export async function bookProposal(
  shop: Shop,
  sql: Transaction,
  proposal: Proposal,
  booking: Booking,
): Promise<{ credit: string } | { changes: Change[] }> {
  const locked = await lockForCredit(sql, proposal.order_number)
  if (!locked) throw new Error(`order ${proposal.order_number} not found`)
  const { order, creditState } = locked
  const [booked] = await sql<{ number: string }[]>`
    select number from credit where proposal_id = ${proposal.id}`
  if (booked) return { changes: [{ what: 'booked', before: '', after: booked.number }] }
  const stop = booking.stop ?? false
  const changes = changesSince(
    comparableState(proposal.stood, { stop }),
    comparableState(creditState, { stop }),
  )
  if (changes.length > 0) return { changes }

  const isCancelled = cancelsOrder(order, proposal, stop)
  const isRemoval = !isCancelled && removesUnsubmittedLines(order, proposal, stop)
  await reopenForLateEvent(sql, order, 'a credit was booked late')
  const unsent = stop && order.state !== 'placed' ? stoppableLines(proposal) : []
  const stopped = unsent.length > 0 ? await splitLines(sql, order, unsent) : []
  const notStopped = proposal.lines.filter(
    (credited) => !unsent.some(({ line }) => line === credited.line),
  )
  const lines = isRemoval
    ? await splitLines(sql, order, proposal.lines)
    : [...notStopped, ...stopped]
  const vat = vatOfCredit(order, proposal.cents_back, proposal.lines)
  const credit = { ...booking, lines, vat, isCancelled }
  const number = await saveCredit(sql, order, proposal, credit)
  if (isCancelled) await cancelLockedOrder(shop, sql, order, booking.staffId)
  else {
    await notifyLater(sql)
    await refundAmounts(shop, sql, order, proposal, { ...booking, number })
    if (isRemoval) await removeLines(sql, order.number, lines, booking.at)
    else if (proposal.goods === 'shelf') await returnToStock(sql, order, proposal, booking.at)
    if (stopped.length > 0)
      await stopFulfilment(shop, sql, order.number, {
        credit: number,
        lines: stopped.map(({ line }) => line),
        at: booking.at,
      })
    await notify(sql, 'voucher', String(order.voucherId))
    await queueMail(shop, sql, {
      template: 'order-credited',
      subjectId: `${order.number}:${number}`,
      channelId: order.channelId,
      language: order.language,
      recipient: order.person.email,
    })
  }
  if (booking.replacementOfferId === undefined) await endObsoleteOffers(shop, sql, order.number)
  const { staffId, at } = booking
  await saveEvent(sql, { number: order.number, type: 'credited', description: number, staffId, at })
  return { credit: number }
}

async function saveCredit(
  sql: Transaction,
  order: OrderRow,
  proposal: Proposal,
  credit: Booking & { lines: Proposal['lines']; vat: VatShare[]; isCancelled: boolean },
): Promise<string> {
  const { staffId, approvalId, replacementOfferId = null, at, vat, isCancelled } = credit
  const { id, withdrawal_number, goods, reason, note, points, points_back, cents_back } = proposal
  const kind = withdrawal_number !== null ? 'withdrawal' : isCancelled ? 'cancel' : 'refund'
  // The money of a cancelled order is refunded by its cancellation.
  const sent = isCancelled ? 0 : proposal.cents_sent
  const [saved] = await sql<{ number: string }[]>`
    insert into credit (order_number, place, kind, proposal_id, withdrawal_number, goods, reason, note, points,
      points_back, cents_back, cents_sent, vat_back, staff_id, approval_id, replacement_offer_id, at)
    values (${order.number}, ${order.credits.length + 1}, ${kind}, ${id}, ${withdrawal_number}, ${goods}, ${reason},
      ${note}, ${points}, ${points_back}, ${cents_back}, ${sent}, ${proposal.vat_back}, ${staffId}, ${approvalId}, ${replacementOfferId}, ${at})
    returning number`
  if (!saved) throw new Error('insert of the credit returned no row')
  const lines = credit.lines.map((line) => ({
    ...line,
    credit_number: saved.number,
    order_number: order.number,
  }))
  await sql`insert into credit_line ${sql(lines)}`
  const rates = vat.map(({ country, bp, cents, vatCents }) => ({
    credit_number: saved.number,
    country,
    bp,
    cents,
    vat_cents: vatCents,
  }))
  if (rates.length > 0) await sql`insert into credit_vat ${sql(rates)}`
  return saved.number
}

/** Refunds the points, and the part of the card payment that is to be sent. */
async function refundAmounts(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { points_back: points, cents_sent: cents }: Proposal,
  { number, staffId, at }: Booking & { number: string },
) {
  if (points !== 0) await refundPoints(sql, order, { points, staffId, at })
  if (cents > 0 && order.paymentKey !== null) {
    await queueRefund(shop, sql, {
      paymentKey: order.paymentKey,
      cents,
      reason: 'credit',
      creditNumber: number,
    })
  }
}

async function returnToStock(sql: Transaction, order: OrderRow, { lines }: Proposal, at: Date) {
  const units = lines.flatMap(({ line, quantity }) => {
    const orderLine = order.lines.find((candidate) => candidate.line === line)
    const hasStock = orderLine?.tookStock && orderLine.deliveryCondition !== 'digital'
    return hasStock ? [{ sku: orderLine.sku, quantity }] : []
  })
  await returnUnits(sql, order, units, { reason: 'return', at })
}
