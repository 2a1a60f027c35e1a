import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { OrderState } from '#domain/orders/order-state.ts'
import { addDays, dayAt, endOfDay } from '#domain/time/zone-days.ts'

export const WITHDRAWAL_DAYS = 14

/** 'waiting': the gifts were not returned yet. 'due': they were, but the refund is not booked yet. */
export const WITHDRAWAL_STATES = ['waiting', 'due', 'refunded'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]

/** The refund is due this many days after the withdrawal. */
export const CREDIT_DAYS = 14

/**
 * How long an order stays open after its last event: its gifts may be withdrawn and then credited, and a parcel may
 * arrive three days after its announcement.
 */
export const ORDER_OPEN_DAYS = WITHDRAWAL_DAYS + CREDIT_DAYS + 3

/** The start of the last day for the refund: only then an automatic refund is due. */
export const creditDueAtMs = (withdrawnAtMs: number, zone: string): number =>
  endOfDay(addDays(dayAt(withdrawnAtMs, zone), CREDIT_DAYS - 1), zone)

/** The last day for the refund, as 'YYYY-MM-DD'. */
export const creditDueDay = (withdrawnAtMs: number, zone: string): string =>
  addDays(dayAt(withdrawnAtMs, zone), CREDIT_DAYS)

export type WithdrawalLine = {
  line: number
  condition: DeliveryCondition
  state: OrderState
  /** 'delivered' is assumed because of the time passed, not reported. */
  arrivalAssumed: boolean
  quantity: number
  /** Units that were withdrawn before. */
  withdrawn: number
}

export type WithdrawalOrder = {
  placedAtMs: number
  /** When the last parcel arrived, as far as known. */
  deliveredAtMs: number | null
  /** The time zone of the channel, which determines the days. */
  zone: string
  /** Requested immediate delivery of digital gifts, knowing that this ends the right of withdrawal for them. */
  consented: boolean
  lines: WithdrawalLine[]
}

/** The withdrawal deadline of a line; 'open' while the arrival is unknown. */
type Deadline = number | 'open'

/**
 * Units that can be withdrawn now, by line, and the deadline of the last unit: null if there is none or it is
 * unknown. If gifts of one order arrive separately, the law counts from the last one. Arrival must be proven, not
 * assumed. For digital gifts the right ends with delivery if the holder requested immediate delivery. Otherwise it
 * counts from the order.
 */
export function withdrawable(
  order: WithdrawalOrder,
  nowMs: number,
): { units: Map<number, number>; untilMs: number | null } {
  const parcels = order.lines.filter(
    ({ condition, state }) => condition !== 'digital' && state !== 'cancelled',
  )
  const haveAllArrived = parcels.every(
    ({ state, arrivalAssumed }) => state === 'delivered' && !arrivalAssumed,
  )
  const parcelDeadline: Deadline =
    haveAllArrived && order.deliveredAtMs !== null
      ? withdrawUntil(order.deliveredAtMs, order.zone)
      : 'open'
  const codeDeadline = (state: OrderState) =>
    order.consented && state === 'delivered'
      ? -Infinity
      : withdrawUntil(order.placedAtMs, order.zone)

  const units = new Map<number, number>()
  const deadlines: Deadline[] = []
  for (const { line, condition, state, quantity, withdrawn } of order.lines) {
    const deadline = condition === 'digital' ? codeDeadline(state) : parcelDeadline
    const left = quantity - withdrawn
    if (state === 'cancelled' || left < 1 || (deadline !== 'open' && nowMs > deadline)) continue
    units.set(line, left)
    deadlines.push(deadline)
  }
  return { units, untilMs: lastDeadline(deadlines) }
}

function lastDeadline(deadlines: Deadline[]): number | null {
  if (deadlines.length === 0) return null
  const known = deadlines.filter((deadline) => deadline !== 'open')
  return known.length === deadlines.length ? Math.max(...known) : null
}

/** The last millisecond of the 14th day after a time. If that day is on a weekend, the period ends on Monday. */
export function withdrawUntil(fromMs: number, zone: string): number {
  const last = addDays(dayAt(fromMs, zone), WITHDRAWAL_DAYS)
  const weekday = new Date(`${last}T00:00:00Z`).getUTCDay()
  const daysToMonday = weekday === 6 ? 2 : weekday === 0 ? 1 : 0
  return endOfDay(addDays(last, daysToMonday), zone) - 1
}
