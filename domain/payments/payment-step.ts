import { isFinal, paymentAfter, type PaymentState } from './payment-state.ts'

/** How long points and gifts stay reserved after the payment's expiry, because the provider may report it late. */
const GRACE_MS = 10 * 60_000

export type PaymentToReconcile = {
  state: PaymentState | 'creating'
  outcome: 'held' | 'released' | 'ordered' | 'refunded'
  /** Whether the provider has it, as far as we know. */
  isAtProvider: boolean
  cents: number
  cartVersion: number
  expiresAtMs: number
}

export type CartToReconcile = {
  guid: string
  state: 'open' | 'ordered'
  version: number
  /** Another payment has reserved points and gifts for this cart. */
  heldByAnother: boolean
}

/**
 * What the provider reports; 'not-asked' while the payment has no id there, 'unknown' if the provider does not know it.
 */
export type ProviderReport =
  | 'not-asked'
  | 'unknown'
  | {
      state: PaymentState
      cents: number
      currency: string
      cartGuid: string | null
      /** Already refunded or charged back. */
      returnedCents: number
    }

export type PaymentStep =
  /** The payment has become an order or was refunded. Only later refunds and chargebacks are recorded. */
  | { action: 'nothing' }
  /** `late`: the reservation has been released, so points and gifts must all be available again. */
  | { action: 'order'; late: boolean }
  | { action: 'refund' }
  /** No money will arrive any more. */
  | { action: 'end'; state: PaymentState; releaseHold: boolean }
  | { action: 'wait'; state: PaymentState | 'creating'; releaseHold: boolean }

/** The next step of a payment, decided under the locks of balance, cart and payment. */
export function nextStep(
  payment: PaymentToReconcile,
  cart: CartToReconcile,
  report: ProviderReport,
  nowMs: number,
): PaymentStep {
  const { outcome } = payment
  if (outcome === 'ordered' || outcome === 'refunded') return { action: 'nothing' }
  // Received money decides, whatever the earlier states.
  if (typeof report === 'object' && report.state === 'paid') {
    return isForCart(report, payment, cart)
      ? { action: 'order', late: outcome !== 'held' }
      : { action: 'refund' }
  }

  const isHeld = outcome === 'held'
  const isOverdue = nowMs > payment.expiresAtMs + GRACE_MS
  const known = payment.state === 'creating' ? 'open' : payment.state
  const state = typeof report === 'object' ? paymentAfter(known, report.state) : known
  if (isFinal(state)) return { action: 'end', state, releaseHold: isHeld }
  // A payment that the provider does not know cannot be paid.
  if (report === 'unknown' || (!payment.isAtProvider && isOverdue)) {
    return { action: 'end', state: 'expired', releaseHold: isHeld }
  }
  return {
    action: 'wait',
    state: payment.isAtProvider ? state : payment.state,
    releaseHold: isHeld && isOverdue,
  }
}

/** Whether the money pays exactly this cart in its current version, and none of it has been returned. */
function isForCart(
  report: Extract<ProviderReport, object>,
  payment: PaymentToReconcile,
  cart: CartToReconcile,
): boolean {
  return (
    cart.state === 'open' &&
    cart.version === payment.cartVersion &&
    (payment.outcome === 'held' || !cart.heldByAnother) &&
    report.cents === payment.cents &&
    report.currency === 'EUR' &&
    (report.cartGuid === null || report.cartGuid === cart.guid) &&
    report.returnedCents === 0
  )
}
