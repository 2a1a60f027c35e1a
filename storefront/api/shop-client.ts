import { type Answer, createClient, type Outcome } from '#contract/client.shop.ts'
import { Fault } from '#contract/shared/http-call.ts'
import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import type { Endpoints } from '#contract/endpoints.shop.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { fetchShop } from '#storefront/api/fetch-shop.ts'
import { takePreload } from '#storefront/preload/preload-responses.ts'
import { closeSession, token } from '#storefront/session/holder-session.ts'
import { storeRequestedPath } from '#storefront/session/requested-path.ts'

/** The calls that pages read. */
export type ReadName =
  | 'actedFor'
  | 'companyInfo'
  | 'component'
  | 'components'
  | 'countries'
  | 'deliveryMethods'
  | 'digitalDocument'
  | 'digitalGifts'
  | 'employerSees'
  | 'earlierDetails'
  | 'exactFit'
  | 'giver'
  | 'homeGifts'
  | 'navigation'
  | 'order'
  | 'orderDeliveryMethods'
  | 'orders'
  | 'product'
  | 'products'
  | 'readCart'
  | 'wishlist'

/** A refused read. Thrown, so that the page's boundary or the caller of the query can handle it. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(readonly refusal: Refusal<ReasonOf<ReadName> | 'service-down'>) {
    super(refusal.message ?? refusal.refused)
  }
}

const clientFor = (signal: AbortSignal | undefined) =>
  createClient({
    base: '',
    token,
    fetch: (url, init) => {
      const retry = () => fetchShop(url, signal ? { ...init, signal } : init)
      return (takePreload(url, init, retry) ?? retry()).catch((error: unknown) => {
        throw new Fault('The shop cannot be reached', null, null, { cause: error })
      })
    },
  })

/** A write. The caller provides the texts of its refusals. */
export async function call<Name extends CallName>(
  name: Name,
  input: InputOf<Endpoints[Name]>,
  {
    signal,
    ...options
  }: { idempotencyKey?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Outcome<Name>> {
  const sentToken = token()
  const outcome = await clientFor(signal).call(name, input, options)
  // The session has ended elsewhere. A newer session must not be ended with it.
  if (refused(outcome, 'no-session') && sentToken !== null && token() === sentToken) {
    closeSession()
    storeRequestedPath(location)
  }
  return outcome
}

/** A read. It throws if it is refused or cancelled. */
export async function ask<Name extends ReadName>(
  name: Name,
  input: InputOf<Endpoints[Name]>,
  options?: { signal: AbortSignal },
): Promise<Answer<Name>> {
  const outcome = await call(name, input, options)
  if (refused(outcome)) throw new Refused(outcome as Refusal<ReasonOf<ReadName>>)
  return outcome
}
