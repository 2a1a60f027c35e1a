export const PAYMENT_STATES = ['open', 'pending', 'paid', 'canceled', 'expired', 'failed'] as const

export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Only the provider's report changes a payment: a guessed state could hide money that arrives later. */
const moves: Record<PaymentState, readonly PaymentState[]> = {
  open: ['pending', 'paid', 'canceled', 'expired', 'failed'],
  pending: ['paid', 'canceled', 'expired', 'failed'],
  paid: [],
  canceled: [],
  expired: [],
  failed: [],
}

/** 'authorized' is only a promise of money. It and unknown states do not count as paid. */
export function paymentStateOf(providerStatus: string): PaymentState {
  return PAYMENT_STATES.find((state) => state === providerStatus) ?? 'pending'
}

export function isFinal(state: PaymentState): boolean {
  return moves[state].length === 0
}

export function canMove(from: PaymentState, to: PaymentState): boolean {
  return moves[from].includes(to)
}

/** Reports may arrive late, twice or out of order. An impossible transition is ignored. */
export function paymentAfter(state: PaymentState, reported: PaymentState): PaymentState {
  return canMove(state, reported) ? reported : state
}
