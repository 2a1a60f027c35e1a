/** The provider's refund states. */
export const PROVIDER_REFUND_STATES = [
  'queued',
  'pending',
  'processing',
  'refunded',
  'failed',
  'canceled',
] as const

export type ProviderRefundState = (typeof PROVIDER_REFUND_STATES)[number]

/** 'waiting' has not come to the provider yet; 'refused' never will. */
export type RefundState = 'waiting' | ProviderRefundState | 'refused'

/** A late notification may report a completed refund as returned. A failed refund stays failed. */
const moves: Record<RefundState, readonly RefundState[]> = {
  waiting: ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled', 'refused'],
  queued: ['pending', 'processing', 'refunded', 'failed', 'canceled'],
  pending: ['processing', 'refunded', 'failed', 'canceled'],
  processing: ['refunded', 'failed', 'canceled'],
  refunded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
  // The provider did not respond or rejected the refund, but has it after all.
  refused: ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'],
}

/** A word that we do not know is no money that has gone. */
export function refundStateOf(providerStatus: string): ProviderRefundState {
  return PROVIDER_REFUND_STATES.find((state) => state === providerStatus) ?? 'pending'
}

/** A report may come late, twice or out of order; what may not move stays. */
export function refundAfter(state: RefundState, reported: RefundState): RefundState {
  return moves[state].includes(reported) ? reported : state
}

export function cameToNothing(state: RefundState): boolean {
  return state === 'failed' || state === 'canceled' || state === 'refused'
}

export function isRefundEnded(state: RefundState): boolean {
  return state === 'refunded' || cameToNothing(state)
}
