import { isFinal, paymentAfter, type PaymentState } from './payment-state.ts'

/** How long what is set aside outlives the payment's own end: news of money may be on its way. */
const GRACE_MS = 10 * 60_000

export type SettlingPayment = {
  state: PaymentState | 'creating'
  outcome: 'held' | 'let-go' | 'ordered' | 'refunded'
  /** Whether the provider has it, as far as we know. */
  made: boolean
  cents: number
  cartVersion: number
  expiresAtMs: number
}

export type SettlingCart = {
  guid: string
  state: 'open' | 'ordered'
  version: number
  /** Another payment has points and gifts of this cart set aside. */
  heldByAnother: boolean
}

/** What the provider says; 'not-asked' as long as it has no name for the payment. */
export type ProviderWord =
  | 'not-asked'
  | 'unknown'
  | {
      state: PaymentState
      cents: number
      currency: string
      cartGuid: string | null
      /** Given back or charged back already. */
      returnedCents: number
    }

export type PaymentStep =
  /** It has become an order or has gone back: only what happens to its money is still heard of. */
  | { take: 'nothing' }
  /** `late`: nothing is set aside for it any more, so all of it has to be there to be had. */
  | { take: 'order'; late: boolean }
  | { take: 'give-back' }
  /** No money comes any more. */
  | { take: 'end'; state: PaymentState; letGo: boolean }
  | { take: 'wait'; state: PaymentState | 'creating'; letGo: boolean }

/** The next step of a payment, decided under the locks of balance, cart and payment. */
export function nextStep(
  payment: SettlingPayment,
  cart: SettlingCart,
  word: ProviderWord,
  nowMs: number,
): PaymentStep {
  const { outcome } = payment
  if (outcome === 'ordered' || outcome === 'refunded') return { take: 'nothing' }
  // Money that has come has come, whatever we had been told before.
  if (typeof word === 'object' && word.state === 'paid') {
    return isFor(word, payment, cart)
      ? { take: 'order', late: outcome !== 'held' }
      : { take: 'give-back' }
  }

  const held = outcome === 'held'
  const stale = nowMs > payment.expiresAtMs + GRACE_MS
  const known = payment.state === 'creating' ? 'open' : payment.state
  const state = typeof word === 'object' ? paymentAfter(known, word.state) : known
  if (isFinal(state)) return { take: 'end', state, letGo: held }
  // What the provider has never heard of cannot be paid.
  if (word === 'unknown' || (!payment.made && stale)) {
    return { take: 'end', state: 'expired', letGo: held }
  }
  return { take: 'wait', state: payment.made ? state : payment.state, letGo: held && stale }
}

/** Is this the money that this cart, as it stands, is to be paid with, and is all of it still here? */
function isFor(
  word: Extract<ProviderWord, object>,
  payment: SettlingPayment,
  cart: SettlingCart,
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
