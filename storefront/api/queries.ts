import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'

import type { Answer } from '#contract/client.shop.ts'
import { Fault } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import { firstPage, homeGiftsInput } from '#contract/shared/list-query.ts'
import { rememberCartPoints, rememberValidity } from '#storefront/session/holder-session.ts'
import { ask, call, Refused } from '#storefront/api/shop-client.ts'
import { rememberWishList } from '#storefront/api/remember-wishlist.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Component = Answer<'component'>['response']

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1000,
        gcTime: 15 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: true,
        // Only temporary failures are retried: a refusal is an answer.
        retry: (failures, error) => error instanceof Fault && failures < 2,
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  })
}

/** Texts change when editors save, so they are fetched again only after some minutes. */
const TEXTS_STALE_MS = 5 * 60_000

/** The texts of the overlay come from the shared channel. */
const channelFor = (path: string) =>
  path === 'basketoverlaycomponents' ? { sales_channel: SHARED_CHANNEL } : {}

const pendingTexts = new Map<string, Promise<Component | undefined>>()
const textsKey = (path: string, language: Language) => ['component', path, language] as const

/** The texts of one component, from the joint request of `prefetchTexts` if there is one. */
export function textsQuery(path: string, language: Language) {
  return queryOptions({
    queryKey: textsKey(path, language),
    staleTime: TEXTS_STALE_MS,
    queryFn: async () =>
      (await pendingTexts.get(`${language} ${path}`)) ??
      (await ask('component', { path, language, ...channelFor(path) })).response,
  })
}

/** A page by the editors. Null if there is none at this path. */
export const pageQuery = (path: string, language: Language) =>
  queryOptions({
    queryKey: ['page', path, language],
    staleTime: TEXTS_STALE_MS,
    queryFn: async () => {
      const outcome = await call('component', { path, language })
      if (refused(outcome, 'no-such-page') || refused(outcome, 'invalid-input')) return null
      if (refused(outcome)) throw new Refused(outcome)
      return outcome.response
    },
  })

/**
 * Requests several components of the session's channel in one call, without those that are loaded or loading.
 * Resolves when all are loaded.
 */
export async function prefetchTexts(
  client: QueryClient,
  paths: readonly string[],
  language: Language,
) {
  const wanted = paths.filter((path) => !client.getQueryData(textsKey(path, language)))
  const missing = wanted.filter((path) => !pendingTexts.has(`${language} ${path}`))
  if (missing.length > 0) {
    const answer = ask('components', { path: missing, language })
    for (const path of missing) {
      const component = answer.then(
        ({ response }) => response.find((found) => found.path === path),
        // The components are then requested one by one, so that each fails or succeeds alone.
        () => undefined,
      )
      pendingTexts.set(`${language} ${path}`, component)
    }
  }
  await Promise.all(
    wanted.map((path) =>
      client
        .prefetchQuery(textsQuery(path, language))
        .finally(() => pendingTexts.delete(`${language} ${path}`)),
    ),
  )
}

export const navigationQuery = (language: Language) =>
  queryOptions({
    queryKey: ['navigation', language],
    staleTime: TEXTS_STALE_MS,
    queryFn: async () => (await ask('navigation', { language })).response,
  })

export const companyQuery = (language: Language) =>
  queryOptions({
    queryKey: ['companyInfo', language],
    staleTime: TEXTS_STALE_MS,
    queryFn: async () => (await ask('companyInfo', { language })).response,
  })

export const countriesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['countries', language],
    staleTime: TEXTS_STALE_MS,
    queryFn: async () => (await ask('countries', { language })).response,
  })

export const cartQuery = (language: Language) =>
  queryOptions({
    queryKey: ['cart', language],
    queryFn: async () => {
      const cart = (await ask('readCart', { language })).response
      rememberCartPoints(cart.totals.order_total_points)
      rememberValidity(cart.valid_until)
      return cart
    },
    placeholderData: keepPreviousData,
  })

export const wishlistQuery = (language: Language) =>
  queryOptions({
    queryKey: ['wishlist', language],
    queryFn: async () => {
      const list = (await ask('wishlist', { language })).response.at(-1) ?? null
      if (list) rememberWishList(list)
      return list
    },
  })

export const productQuery = (scpId: string, language: Language) =>
  queryOptions({
    queryKey: ['product', scpId, language],
    staleTime: 30_000,
    queryFn: async () => (await ask('product', { scpId, language })).response,
  })

/** One page of the list, by the address's query and the page's number. */
export const productsQuery = (search: string, page: number, language: Language) =>
  queryOptions({
    queryKey: ['products', search, page, language],
    staleTime: 30_000,
    queryFn: ({ signal }) =>
      ask(
        'products',
        { ...firstPage(new URLSearchParams(search), language), page: String(page) },
        { signal },
      ),
  })

/** `pointsLeft`: the points that the cart leaves. */
export const homeGiftsQuery = (pointsLeft: number, language: Language) =>
  queryOptions({
    queryKey: ['homeGifts', pointsLeft, language],
    staleTime: 30_000,
    queryFn: async () => (await ask('homeGifts', homeGiftsInput(pointsLeft, language))).response,
    placeholderData: keepPreviousData,
  })

/** Gifts that use up exactly the points that a cart leaves. `cart` distinguishes the carts. */
export const exactFitQuery = (cart: string, language: Language) =>
  queryOptions({
    queryKey: ['exactFit', cart, language],
    staleTime: 10_000,
    queryFn: async () => (await ask('exactFit', { language })).response,
    placeholderData: keepPreviousData,
  })

export const ordersQuery = queryOptions({
  queryKey: ['orders'],
  queryFn: async () => (await ask('orders', {})).response,
})

export const employerSeesQuery = queryOptions({
  queryKey: ['employerSees'],
  queryFn: async () => (await ask('employerSees', {})).response,
})

export const impersonationQuery = queryOptions({
  queryKey: ['actedFor'],
  // Orders can be shown without it.
  queryFn: async () => (await ask('actedFor', {}).catch(() => null))?.response ?? [],
})

export const earlierDetailsQuery = queryOptions({
  queryKey: ['earlierDetails'],
  // The form works without it: a failed prefill must not prevent an order.
  queryFn: async () => (await ask('earlierDetails', {}).catch(() => null))?.response ?? null,
})

export const orderQuery = (number: string) =>
  queryOptions({
    queryKey: ['order', number],
    // A slow phone draws the confirmation seconds after its data arrived, and must not fetch it twice.
    staleTime: 10_000,
    queryFn: async () => (await ask('order', { order_number: number })).response,
  })

/** The delivered codes of an order. `deliveredCount` is their number, so that a new one causes a request. */
export const digitalGiftsQuery = (number: string, deliveredCount: number) =>
  queryOptions({
    queryKey: ['digitalGifts', number, deliveredCount],
    staleTime: Infinity,
    queryFn: async () => (await ask('digitalGifts', { order_number: number })).response,
    placeholderData: keepPreviousData,
  })
