import { isFinal, paymentAfter, type PaymentState } from './payment-state.ts'

/** How long a reservation outlives the payment's expiry, because a late payment notification is possible. */
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
  /** Another payment has points and gifts of this cart set aside. */
  heldByAnother: boolean
}

/** The provider's status; 'not-asked' until the payment has an id there. */
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
  /** It has become an order or was refunded: only later refunds and chargebacks are recorded. */
  | { take: 'nothing' }
  /** `late`: the reservation has been released, so points and gifts must all be available again. */
  | { take: 'order'; late: boolean }
  | { take: 'give-back' }
  /** No money will arrive any more. */
  | { take: 'end'; state: PaymentState; releaseHold: boolean }
  | { take: 'wait'; state: PaymentState | 'creating'; releaseHold: boolean }

/** The next step of a payment, decided under the locks of balance, cart and payment. */
export function nextStep(
  payment: PaymentToReconcile,
  cart: CartToReconcile,
  word: ProviderReport,
  nowMs: number,
): PaymentStep {
  const { outcome } = payment
  if (outcome === 'ordered' || outcome === 'refunded') return { take: 'nothing' }
  // Received money counts, whatever the earlier states.
  if (typeof word === 'object' && word.state === 'paid') {
    return isFor(word, payment, cart)
      ? { take: 'order', late: outcome !== 'held' }
      : { take: 'give-back' }
  }

  const held = outcome === 'held'
  const stale = nowMs > payment.expiresAtMs + GRACE_MS
  const known = payment.state === 'creating' ? 'open' : payment.state
  const state = typeof word === 'object' ? paymentAfter(known, word.state) : known
  if (isFinal(state)) return { take: 'end', state, releaseHold: held }
  // A payment that the provider does not know cannot be paid.
  if (word === 'unknown' || (!payment.isAtProvider && stale)) {
    return { take: 'end', state: 'expired', releaseHold: held }
  }
  return {
    take: 'wait',
    state: payment.isAtProvider ? state : payment.state,
    releaseHold: held && stale,
  }
}

/** Whether the payment matches this cart in its current state, and none of the money has been returned. */
function isFor(
  word: Extract<ProviderReport, object>,
  payment: PaymentToReconcile,
  cart: CartToReconcile,
): boolean {
  return (
    cart.state === 'open' &&
    cart.version === payment.cartVersion &&
    (payment.outcome === 'held' || !cart.heldByAnother) &&
    word.cents === payment.cents &&
    word.currency === 'EUR' &&
    (word.cartGuid === null || word.cartGuid === cart.guid) &&
    word.returnedCents === 0
  )
}
