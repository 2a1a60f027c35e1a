import { Fault, faultKind } from '#contract/shared/http-call.ts'
import { Refused } from '#storefront/api/shop-client.ts'

/**
 * What kept a call from being answered: no way to the shop; a proxy that cannot reach it; a part of it that is down and
 * says so; or the shop itself, which then has a number for it.
 */
export type Trouble =
  | { kind: 'lost' }
  | { kind: 'server-down' }
  | { kind: 'down' }
  | { kind: 'fault'; number: string | null }

export function troubleIn(error: unknown): Trouble {
  if (error instanceof Refused) return { kind: 'down' }
  if (!(error instanceof Fault)) return { kind: 'fault', number: null }
  const kind = faultKind(error)
  if (kind === 'no-connection') return { kind: 'lost' }
  return kind === 'server-down' ? { kind } : { kind: 'fault', number: error.requestId }
}
