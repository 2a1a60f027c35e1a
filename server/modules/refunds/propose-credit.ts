import { creditableUnits } from '#server/modules/orders/amount-owed.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { Change } from '#contract/shared/refusals.shop.ts'
import {
  type CreditedGoods,
  type CreditReason,
  PROPOSAL_MINUTES,
  splitCredit,
  stopsGoods,
  vatBack,
} from '#domain/refunds/credit.ts'
import type { VatShare } from '#domain/finance/vat-amounts.ts'
import type { OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { amountOwed } from '#server/modules/orders/amount-owed.ts'
import {
  SENDERS,
  type UnsentLines,
  findUnsentLines,
} from '#server/modules/orders/lines/unsent-lines.sql.ts'
import { countItems } from '#server/modules/orders/order-response.ts'

type LineQuantities = { line: number; quantity: number }[]

export type CreditRequest = {
  lines?: LineQuantities | undefined
  withdrawal?: string | undefined
  goods: CreditedGoods
  reason: CreditReason
  note: string
}

/** The parts of an order's state that affect a credit. A proposal is booked only if they are unchanged. */
export type CreditState = Record<string, string | number>

export type Proposal = {
  id: string
  order_number: string
  withdrawal_number: string | null
  lines: LineQuantities
  goods: CreditedGoods
  reason: CreditReason
  note: string
  points: number
  points_back: number
  cents_back: number
  cents_sent: number
  vat_back: number
  stood: CreditState
  made_by: number | null
  expires_at: Date
}

/** Calculates a credit and stores it as a proposal, which can then be booked. The order need not be locked. */
export async function proposeCreditFor(
  sql: Queries,
  order: OrderRow,
  request: CreditRequest,
  { at, staffId }: { at: Date; staffId: number | null },
) {
  const units = requestedUnits(order, request)
  if ('refused' in units) return units
  const { reason } = request
  const isRemoval = removesUnsubmittedLines(order, {
    reason,
    withdrawal_number: request.withdrawal ?? null,
  })
  const goods = isRemoval ? 'shelf' : request.goods
  const points = units.reduce(
    (sum, { line, quantity }) => sum + quantity * (pointsOf(order).get(line) ?? 0),
    0,
  )
  const withdrawal = order.withdrawals.find(({ number }) => number === request.withdrawal)
  const split = withdrawal
    ? { points: withdrawal.pointsToCredit, cents: withdrawal.centsToCredit }
    : splitCredit(points, amountOwed(order), order.creditFirst)
  if (points === 0 || !split) return refuseStaff('more-than-left')
  const returned = await findReturnedCents(sql, order)
  // The part that a bank charged back or that staff refunded at the provider is not sent again.
  const elsewhere = Math.max(0, returned - creditedCents(order))
  const sent = Math.max(
    0,
    Math.min(split.cents, order.centsPaid - creditedCents(order) - elsewhere),
  )
  const vat = vatOfCredit(order, split.cents, units)
  const unsent = await findUnsentLines(sql, order)
  const [proposal] = await sql<Proposal[]>`
    insert into credit_proposal (order_number, withdrawal_number, lines, goods, reason, note, points, points_back,
      cents_back, cents_sent, vat_back, stood, made_by, made_at, expires_at)
    values (${order.number}, ${request.withdrawal ?? null}, ${sql.json(units)}, ${goods}, ${reason},
      ${request.note}, ${points}, ${split.points}, ${split.cents}, ${sent},
      ${vat.reduce((sum, { vatCents }) => sum + vatCents, 0)}, ${sql.json(creditStateOf(order, returned, unsent))}, ${staffId}, ${at},
      ${new Date(at.getTime() + PROPOSAL_MINUTES * 60_000)})
    returning *`
  if (!proposal) throw new Error('insert of the proposal returned no row')
  return {
    proposal,
    stops: isRemoval,
    cancels: cancelsOrder(order, proposal),
    unsent: stoppableLines(proposal),
  }
}

/** Credited units of which the recipient keeps a code or a document. Units that wait for a code are credited first. */
export function handedOutGifts({ lines }: OrderRow, units: LineQuantities) {
  return units.flatMap(({ line, quantity }) => {
    const orderLine = lines.find((candidate) => candidate.line === line)
    const items = orderLine?.digitalItems ?? []
    const handedOut = countItems(items, 'handed')
    const notHandedOut = items.length - handedOut
    const kept = Math.min(handedOut, Math.max(0, quantity - notHandedOut))
    return orderLine && kept > 0 ? [{ name: orderLine.name, pieces: kept }] : []
  })
}

export const countHandedOut = (order: OrderRow, units: LineQuantities): number =>
  handedOutGifts(order, units).reduce((sum, gift) => sum + gift.pieces, 0)

const pointsOf = ({ lines }: OrderRow) => new Map(lines.map(({ line, points }) => [line, points]))

function requestedUnits(order: OrderRow, { lines, withdrawal, goods, reason }: CreditRequest) {
  if (order.state === 'cancelled') return refuseStaff('order-cancelled')
  if (withdrawal !== undefined) {
    const requested = order.withdrawals.find(({ number }) => number === withdrawal)
    if (!requested) return refuseStaff('no-such-line')
    const credited = order.credits.some(({ withdrawalNumber }) => withdrawalNumber === withdrawal)
    if (credited) return refuseStaff('more-than-left')
    return goods !== 'none' && !canBeReturned(order, requested)
      ? refuseStaff('not-sent')
      : requested.lines
  }
  for (const { line, quantity } of lines ?? []) {
    const left = creditableUnits(order, line)
    if (left === undefined) return refuseStaff('no-such-line')
    if (quantity > left) return refuseStaff('more-than-left')
  }
  const units = [...(lines ?? [])].sort((a, b) => a.line - b.line)
  const chosenLines = order.lines.filter(({ line }) =>
    units.some((requested) => requested.line === line),
  )
  const stops = stopsGoods(reason)
  const comesBack =
    reason === 'returned' || goods === 'written-off' || (goods === 'shelf' && !stops)
  if (order.state === 'placed') return comesBack ? refuseStaff('not-released') : units
  // An unavailable line has a replacement offer or is credited; other lines are on their way.
  if (stops && !chosenLines.every(({ isBeingReplaced }) => isBeingReplaced))
    return refuseStaff('in-fulfilment')
  if ((comesBack || goods === 'shelf') && !chosenLines.every(mayComeBack))
    return refuseStaff('not-sent')
  return units
}

/** Codes cannot be returned, and neither can gifts that were never sent. */
const mayComeBack = ({ state, deliveryCondition }: OrderLine) =>
  deliveryCondition !== 'digital' && (state === 'shipped' || state === 'delivered')

/**
 * Whether the gifts of a withdrawal may be on their way back. Excludes gifts still at the warehouse and gifts never
 * sent; suppliers asked by mail report no state.
 */
export const canBeReturned = (
  { lines }: Pick<OrderRow, 'lines'>,
  withdrawal: { lines: readonly { line: number }[] },
) =>
  withdrawal.lines.every(({ line }) => {
    const orderLine = lines.find((candidate) => candidate.line === line)
    return (
      orderLine !== undefined &&
      orderLine.state !== 'cancelled' &&
      (orderLine.state !== 'released' || orderLine.deliveryCondition !== 'monta')
    )
  })

/** Whether the credit removes its lines from an order that was not submitted yet: its reason or the caller stops them. */
export const removesUnsubmittedLines = (
  { state }: OrderRow,
  { reason, withdrawal_number }: Pick<Proposal, 'reason' | 'withdrawal_number'>,
  stop = false,
) => state === 'placed' && withdrawal_number === null && (stop || stopsGoods(reason))

/** Whether the credit removes everything that is left of an order that was not submitted yet. */
export function cancelsOrder(order: OrderRow, proposal: Proposal, stop = false): boolean {
  if (!removesUnsubmittedLines(order, proposal, stop)) return false
  const quantities = new Map(proposal.lines.map(({ line, quantity }) => [line, quantity]))
  return order.lines.every(
    ({ line, state, quantity }) => state === 'cancelled' || quantities.get(line) === quantity,
  )
}

export const creditedPoints = ({ credits }: OrderRow) =>
  credits.reduce((sum, { points }) => sum + points, 0)

const creditedCents = ({ credits }: OrderRow) =>
  credits.reduce((sum, { centsBack }) => sum + centsBack, 0)

export function vatOfCredit(order: OrderRow, cents: number, units: LineQuantities): VatShare[] {
  const before = new Map<string, VatShare>()
  for (const { vat } of order.credits)
    for (const share of vat) {
      const known = before.get(`${share.country} ${share.bp}`)
      before.set(`${share.country} ${share.bp}`, {
        ...share,
        cents: share.cents + (known?.cents ?? 0),
        vatCents: share.vatCents + (known?.vatCents ?? 0),
      })
    }
  return vatBack(
    { cents: order.centsPaid, lines: order.lines },
    { cents: creditedCents(order), vat: [...before.values()] },
    { cents, units },
  )
}

export async function findReturnedCents(sql: Queries, { paymentKey }: OrderRow): Promise<number> {
  if (paymentKey === null) return 0
  const [row] = await sql<
    { returned: number }[]
  >`select payment_returned_cents(${paymentKey}) as returned`
  return row?.returned ?? 0
}

export function creditStateOf(order: OrderRow, returned: number, unsent: UnsentLines): CreditState {
  return {
    state: order.state,
    points_returned: order.pointsRefunded,
    cents_returned: returned,
    credits: order.credits.length,
    withdrawals: order.withdrawals.length,
    ...Object.fromEntries(order.lines.map(({ line, state }) => [`line ${line}`, state])),
    ...Object.fromEntries(
      order.replacementOffers.map(({ outcome }, index) => [
        `choice ${index + 1}`,
        outcome ?? 'open',
      ]),
    ),
    ...Object.fromEntries([...unsent].map(([line, by]) => [`unsent ${line}`, by])),
  }
}

/**
 * The units of a proposal that were not sent when it was created, so booking may stop them. None for a withdrawal, or
 * for a reason that stops them anyway.
 */
export function stoppableLines({ lines, stood, reason, withdrawal_number }: Proposal) {
  if (withdrawal_number !== null || stopsGoods(reason)) return []
  return lines.flatMap(({ line, quantity }) => {
    const by = SENDERS.find((sender) => sender === stood[`unsent ${line}`])
    return by === undefined ? [] : [{ line, quantity, by }]
  })
}

/**
 * The state that must not change between proposal and booking. Whether a line is unsent matters only if the booking
 * stops it.
 */
export const comparableState = (state: CreditState, { stop }: { stop: boolean }): CreditState =>
  stop
    ? state
    : Object.fromEntries(Object.entries(state).filter(([key]) => !key.startsWith('unsent ')))

export function changesSince(before: CreditState, now: CreditState): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((what) => {
    const change = { what, before: String(before[what] ?? ''), after: String(now[what] ?? '') }
    return change.before === change.after ? [] : [change]
  })
}
