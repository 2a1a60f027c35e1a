import { Fault } from '#contract/http-call.ts'
import { Refused } from '#storefront/shop-client.ts'

/**
 * What kept a call from being answered: no way to the shop; a part of it that is down and says so; or the shop
 * itself, which then has a number for it.
 */
export type Trouble = { kind: 'lost' } | { kind: 'down' } | { kind: 'fault'; number: string | null }

export function troubleIn(error: unknown): Trouble {
  if (error instanceof Fault && error.status === null) return { kind: 'lost' }
  if (error instanceof Refused) return { kind: 'down' }
  return { kind: 'fault', number: error instanceof Fault ? error.requestId : null }
}
