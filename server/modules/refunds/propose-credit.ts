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

type Pieces = { line: number; quantity: number }[]

export type CreditRequest = {
  lines?: Pieces | undefined
  withdrawal?: string | undefined
  goods: CreditedGoods
  reason: CreditReason
  note: string
}

/** The state of an order as far as it affects a credit: a proposal is booked only in the same state. */
export type CreditState = Record<string, string | number>

export type Proposal = {
  id: string
  order_number: string
  withdrawal_number: string | null
  lines: Pieces
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

/** Calculates a credit and stores it, so that exactly this can be booked. The caller need not lock the order. */
export async function proposeCreditFor(
  sql: Queries,
  order: OrderRow,
  request: CreditRequest,
  { at, by }: { at: Date; by: number | null },
) {
  const pieces = piecesOf(order, request)
  if ('refused' in pieces) return pieces
  const { reason } = request
  const stops = removesUnsubmittedLines(order, {
    reason,
    withdrawal_number: request.withdrawal ?? null,
  })
  const goods = stops ? 'shelf' : request.goods
  const points = pieces.reduce(
    (sum, { line, quantity }) => sum + quantity * (pointsOf(order).get(line) ?? 0),
    0,
  )
  const promised = order.withdrawals.find(({ number }) => number === request.withdrawal)
  const split = promised
    ? { points: promised.pointsToCredit, cents: promised.centsToCredit }
    : splitCredit(points, amountOwed(order), order.creditFirst)
  if (points === 0 || !split) return refuseStaff('more-than-left')
  const returned = await findReturnedCents(sql, order)
  // Excludes amounts that a bank charged back or that staff refunded at the provider.
  const elsewhere = Math.max(0, returned - creditedCents(order))
  const sent = Math.max(
    0,
    Math.min(split.cents, order.centsPaid - creditedCents(order) - elsewhere),
  )
  const vat = vatOfCredit(order, split.cents, pieces)
  const unsent = await findUnsentLines(sql, order)
  const [proposal] = await sql<Proposal[]>`
    insert into credit_proposal (order_number, withdrawal_number, lines, goods, reason, note, points, points_back,
      cents_back, cents_sent, vat_back, stood, made_by, made_at, expires_at)
    values (${order.number}, ${request.withdrawal ?? null}, ${sql.json(pieces)}, ${goods}, ${reason},
      ${request.note}, ${points}, ${split.points}, ${split.cents}, ${sent},
      ${vat.reduce((sum, { vatCents }) => sum + vatCents, 0)}, ${sql.json(stateOf(order, returned, unsent))}, ${by}, ${at},
      ${new Date(at.getTime() + PROPOSAL_MINUTES * 60_000)})
    returning *`
  if (!proposal) throw new Error('insert of the proposal returned no row')
  return { proposal, stops, cancels: cancels(order, proposal), unsent: stoppableLines(proposal) }
}

/** Units in a credit of which the recipient keeps a code or a document. Waiting units are credited first. */
export function handedOutGifts({ lines }: OrderRow, pieces: Pieces) {
  return pieces.flatMap(({ line, quantity }) => {
    const bought = lines.find((one) => one.line === line)
    const own = bought?.digitalItems ?? []
    const handed = own.filter(({ state }) => state === 'handed').length
    const kept = Math.min(handed, Math.max(0, quantity - (own.length - handed)))
    return bought && kept > 0 ? [{ name: bought.name, pieces: kept }] : []
  })
}

export const countHandedOut = (order: OrderRow, pieces: Pieces): number =>
  handedOutGifts(order, pieces).reduce((sum, one) => sum + one.pieces, 0)

const pointsOf = ({ lines }: OrderRow) => new Map(lines.map(({ line, points }) => [line, points]))

function piecesOf(order: OrderRow, { lines, withdrawal, goods, reason }: CreditRequest) {
  if (order.state === 'cancelled') return refuseStaff('order-cancelled')
  if (withdrawal !== undefined) {
    const found = order.withdrawals.find(({ number }) => number === withdrawal)
    if (!found) return refuseStaff('no-such-line')
    const credited = order.credits.some(({ withdrawalNumber }) => withdrawalNumber === withdrawal)
    if (credited) return refuseStaff('more-than-left')
    return goods !== 'none' && !canBeReturned(order, found) ? refuseStaff('not-sent') : found.lines
  }
  for (const { line, quantity } of lines ?? []) {
    const left = creditableUnits(order, line)
    if (left === undefined) return refuseStaff('no-such-line')
    if (quantity > left) return refuseStaff('more-than-left')
  }
  const pieces = [...(lines ?? [])].sort((a, b) => a.line - b.line)
  const chosenLines = order.lines.filter(({ line }) => pieces.some((one) => one.line === line))
  const stops = stopsGoods(reason)
  const comesBack =
    reason === 'returned' || goods === 'written-off' || (goods === 'shelf' && !stops)
  if (order.state === 'placed') return comesBack ? refuseStaff('not-released') : pieces
  // An unavailable line has a replacement offer or is credited; other lines are on their way.
  if (stops && !chosenLines.every(({ isBeingReplaced }) => isBeingReplaced))
    return refuseStaff('in-fulfilment')
  if ((comesBack || goods === 'shelf') && !chosenLines.every(mayComeBack))
    return refuseStaff('not-sent')
  return pieces
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
    const bought = lines.find((one) => one.line === line)
    return (
      bought !== undefined &&
      bought.state !== 'cancelled' &&
      (bought.state !== 'released' || bought.deliveryCondition !== 'monta')
    )
  })

/** Before submission, credited lines are removed from the order, except with goodwill. */
export const removesUnsubmittedLines = (
  { state }: OrderRow,
  { reason, withdrawal_number }: Pick<Proposal, 'reason' | 'withdrawal_number'>,
) => state === 'placed' && withdrawal_number === null && stopsGoods(reason)

/** Whether a credit covers everything in an order that was not submitted yet. */
export function cancels(order: OrderRow, proposal: Proposal): boolean {
  if (!removesUnsubmittedLines(order, proposal)) return false
  const quantities = new Map(proposal.lines.map(({ line, quantity }) => [line, quantity]))
  return order.lines.every(
    ({ line, state, quantity }) => state === 'cancelled' || quantities.get(line) === quantity,
  )
}

export const creditedPoints = ({ credits }: OrderRow) =>
  credits.reduce((sum, { points }) => sum + points, 0)

const creditedCents = ({ credits }: OrderRow) =>
  credits.reduce((sum, { centsBack }) => sum + centsBack, 0)

export function vatOfCredit(order: OrderRow, cents: number, pieces: Pieces): VatShare[] {
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
    { cents, pieces },
  )
}

export async function findReturnedCents(sql: Queries, { paymentKey }: OrderRow): Promise<number> {
  if (paymentKey === null) return 0
  const [row] = await sql<
    { returned: number }[]
  >`select payment_returned_cents(${paymentKey}) as returned`
  return row?.returned ?? 0
}

export function stateOf(order: OrderRow, returned: number, unsent: UnsentLines): CreditState {
  return {
    state: order.state,
    points_returned: order.pointsRefunded,
    cents_returned: returned,
    credits: order.credits.length,
    withdrawals: order.withdrawals.length,
    ...Object.fromEntries(order.lines.map(({ line, state }) => [`line ${line}`, state])),
    ...Object.fromEntries(
      order.replacementOffers.map(({ outcome }, at) => [`choice ${at + 1}`, outcome ?? 'open']),
    ),
    ...Object.fromEntries([...unsent].map(([line, by]) => [`unsent ${line}`, by])),
  }
}

/** Units of a proposal that were not sent when it was made and can be stopped. A withdrawal has its own rules. */
export const stoppableLines = ({ lines, stood, withdrawal_number }: Proposal) =>
  withdrawal_number !== null
    ? []
    : lines.flatMap(({ line, quantity }) => {
        const by = SENDERS.find((sender) => sender === stood[`unsent ${line}`])
        return by === undefined ? [] : [{ line, quantity, by }]
      })

/**
 * The state that must not change between proposal and booking. The sending state matters only if the credit stops it.
 */
export const stateFor = (stood: CreditState, { stop }: { stop: boolean }): CreditState =>
  stop
    ? stood
    : Object.fromEntries(Object.entries(stood).filter(([what]) => !what.startsWith('unsent ')))

export function changesSince(before: CreditState, now: CreditState): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((what) => {
    const [was, is] = [String(before[what] ?? ''), String(now[what] ?? '')]
    return was === is ? [] : [{ what, before: was, after: is }]
  })
}
