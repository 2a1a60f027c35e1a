import type { IncomingMessage, ServerResponse } from 'node:http'

import { product, products } from '#contract/catalog/catalog.shop.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import { cacheRules } from '#server/http/cache-policy.ts'
import { type CachedResponse, takesBrotli } from '#server/platform/cache/cached-response.ts'
import { hasManyHosts } from '#server/http/host-header.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { Holder } from '#server/modules/sessions/holders.ts'
import type { View } from '#server/modules/sessions/cache-audiences.ts'

/** Metrics count addresses with these prefixes as the call. */
const CALLS = [products.path, product.path].map((path) => ({
  path,
  start: path.replace(/:.*$/, ''),
}))

const HIT = { kept: 'yes' } as const
const MISS = { kept: 'no' } as const

/** Creates the responses of one call synchronously, if it can. */
export type DirectResponder = {
  path: string
  respond(request: {
    url: string
    accepted: string | string[] | undefined
    holder: Holder
  }): CachedResponse | undefined
}

/** The request's address as cache key; undefined if it contains a token, which must not be cached. */
export const holderCacheKey = (url: string | undefined, available: number) =>
  url === undefined || url.includes('wt=') ? undefined : `${available} ${url}`

/** The same for a request with a view in place of a token: the address contains everything that matters. */
export const viewCacheKey = (url: string | undefined) =>
  url === undefined ? undefined : `view ${url}`

type RouteOptions = {
  nextId: () => string
  draining: () => boolean
  directResponders: readonly DirectResponder[]
}

/**
 * Serves catalogue responses that are cached by address, or that can be computed at once, before the framework
 * handles the request: routing, hooks and reply cost more than all the rest. Only for a known session, holder and
 * channel; every other request takes the normal route, which fills the cache.
 */
export function cachedResponseRoute(
  shop: Shop,
  { nextId, draining, directResponders }: RouteOptions,
) {
  const headers = Object.entries(securityHeaders(shop.config)).flat()
  const rules = {
    holder: Object.entries(cacheRules('holder', shop.config)).flat(),
    view: Object.entries(cacheRules('view', shop.config)).flat(),
  }

  /** Returns whether it has answered. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || draining()) return false
    const call = CALLS.find(({ start }) => request.url?.startsWith(start))
    if (!call || hasManyHosts(request)) return false
    const startedAt = performance.now()
    const view = shop.views.fromUrl(request.url)
    const answer = view
      ? findForView(shop, request, view)
      : findForHolder(shop, directResponders, request, call.path)
    if (!answer) return false

    const content = contentFor(request, answer)
    if (!content) return false
    const head = [
      'x-request-id',
      nextId(),
      ...headers,
      'etag',
      answer.etag,
      ...rules[view ? 'view' : 'holder'],
    ]
    const { bytes, brotli } = content
    if (!bytes) {
      response.writeHead(304, head).end()
    } else {
      head.push('content-type', answer.type, 'content-length', String(bytes.length))
      if (brotli) head.push('content-encoding', 'br')
      response.writeHead(200, head).end(bytes)
    }
    shop.metrics.cachedResponses.inc(answer.markServed() ? HIT : MISS)
    const seconds = (performance.now() - startedAt) / 1000
    shop.metrics.answered('GET', call.path, response.statusCode, seconds)
    return true
  }
}

function findForView({ models }: Shop, { url }: IncomingMessage, { channelId }: View) {
  return models.known(channelId)?.quick.find(viewCacheKey(url) ?? '')
}

function findForHolder(
  shop: Shop,
  directResponders: readonly DirectResponder[],
  request: IncomingMessage,
  path: string,
) {
  const holder = knownHolder(shop, request)
  if (!holder) return undefined
  const key = holderCacheKey(request.url, holder.available)
  const cached =
    key === undefined ? undefined : shop.models.known(holder.channelId)?.quick.find(key)
  return cached ?? respondDirectly(directResponders, request, path, holder)
}

function knownHolder({ sessions, holders }: Shop, { headers }: IncomingMessage) {
  const token = bearerToken(headers.authorization)
  const session = token === undefined ? undefined : sessions.known(token)
  const holder = session && holders.known(session.voucherId)
  return holder && !holder.blocked ? holder : undefined
}

function respondDirectly(
  directResponders: readonly DirectResponder[],
  { url = '', headers }: IncomingMessage,
  path: string,
  holder: Holder,
) {
  const accepted = headers['accept-encoding']
  try {
    return directResponders
      .find((responder) => responder.path === path)
      ?.respond({ url, accepted, holder })
  } catch {
    // The normal route meets the same error and logs it.
    return undefined
  }
}

/** The response body; empty if the browser has it already. Undefined if it is not compressed yet. */
function contentFor({ headers }: IncomingMessage, answer: CachedResponse) {
  const known = headers['if-none-match']?.includes(answer.etag) === true
  const brotli = takesBrotli(headers['accept-encoding'])
  const bytes = brotli ? answer.compressed : answer.bytes
  if (known) return { bytes: undefined, brotli }
  return bytes && { bytes, brotli }
}
