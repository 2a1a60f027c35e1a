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

/** 'waiting': not sent to the provider yet. 'refused': the provider rejected it, or nothing is left to refund. */
export type RefundState = 'waiting' | ProviderRefundState | 'refused'

/** A bank may return a refund that was already reported as completed. A failed refund stays failed. */
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

/** An unknown state does not count as refunded. */
export function refundStateOf(providerStatus: string): ProviderRefundState {
  return PROVIDER_REFUND_STATES.find((state) => state === providerStatus) ?? 'pending'
}

/** Reports may arrive late, twice or out of order. An impossible transition is ignored. */
export function refundAfter(state: RefundState, reported: RefundState): RefundState {
  return moves[state].includes(reported) ? reported : state
}

export function isFailedRefund(state: RefundState): boolean {
  return state === 'failed' || state === 'canceled' || state === 'refused'
}

export function isRefundEnded(state: RefundState): boolean {
  return state === 'refunded' || isFailedRefund(state)
}
