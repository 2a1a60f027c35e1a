export const PAYMENT_STATES = ['open', 'pending', 'paid', 'canceled', 'expired', 'failed'] as const

export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * Only the provider's word moves a payment: a state set on a guess could bury money that comes
 * later.
 */
const moves: Record<PaymentState, readonly PaymentState[]> = {
  open: ['pending', 'paid', 'canceled', 'expired', 'failed'],
  pending: ['paid', 'canceled', 'expired', 'failed'],
  paid: [],
  canceled: [],
  expired: [],
  failed: [],
}

/** 'authorized' is a promise of money and an unknown word is nothing at all: neither is paid. */
export function paymentStateOf(providerStatus: string): PaymentState {
  return PAYMENT_STATES.find((state) => state === providerStatus) ?? 'pending'
}

export function isFinal(state: PaymentState): boolean {
  return moves[state].length === 0
}

export function canMove(from: PaymentState, to: PaymentState): boolean {
  return moves[from].includes(to)
}

/** A report may come late, twice or out of order; what may not move stays. */
export function paymentAfter(state: PaymentState, reported: PaymentState): PaymentState {
  return canMove(state, reported) ? reported : state
}
