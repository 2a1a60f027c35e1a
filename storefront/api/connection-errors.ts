import { Fault, faultKind } from '#contract/shared/http-call.ts'
import { Refused } from '#storefront/api/shop-client.ts'

/**
 * Why a call got no answer: no connection, a proxy that cannot reach the shop, a part of the shop that reports itself
 * down, or a fault of the shop with its number.
 */
export type LoadFailure =
  | { kind: 'lost' }
  | { kind: 'server-down' }
  | { kind: 'down' }
  | { kind: 'fault'; number: string | null }

export function loadFailureOf(error: unknown): LoadFailure {
  if (error instanceof Refused) return { kind: 'down' }
  if (!(error instanceof Fault)) return { kind: 'fault', number: null }
  const kind = faultKind(error)
  if (kind === 'no-connection') return { kind: 'lost' }
  return kind === 'server-down' ? { kind } : { kind: 'fault', number: error.requestId }
}
