import type { FastifyRequest } from 'fastify'

import type { Config } from '#server/platform/config/config.ts'

/**
 * Who may receive a response from a shared cache. `holder`: only the requester. `content`: every request without a
 * token. Content and data of the shell; with a token the response depends on the session's channel. `view`: every
 * request with the same address, which names everything that the response depends on. `page`: everyone at this host,
 * but never stale, because a page names files of its own build. `revalidate`: everyone, after revalidation.
 */
export type Audience = 'holder' | 'content' | 'view' | 'page' | 'revalidate'

const VARY: Record<Audience, string> = {
  holder: 'accept-encoding, authorization, host',
  content: 'accept-encoding, authorization',
  view: 'accept-encoding',
  // A page inside a frame of the back office has another policy.
  page: 'accept-encoding, sec-fetch-dest, sec-fetch-site',
  revalidate: 'accept-encoding, authorization, host',
}

type Rules = { 'cache-control': string; vary: string }

/** RFC 9111, RFC 5861. A public change is visible everywhere after at most twice `PUBLIC_CACHE_SECONDS`. */
export function cacheRules(
  audience: Audience,
  { PUBLIC_CACHE_SECONDS: seconds }: Pick<Config, 'PUBLIC_CACHE_SECONDS'>,
): Rules {
  const vary = VARY[audience]
  if (audience === 'holder') return { 'cache-control': 'private, no-cache', vary }
  if (audience === 'revalidate' || seconds === 0)
    return { 'cache-control': 'public, no-cache', vary }
  const shared = `public, max-age=0, s-maxage=${seconds}`
  const stale = audience === 'page' ? '' : `, stale-while-revalidate=${seconds}`
  return { 'cache-control': shared + stale, vary }
}

/**
 * Whether the host that selected the response is also the one under which a cache stores it. A visitor can forge a
 * forwarded host; the response, cached under the real host, would then be shown to everyone.
 */
export const hostIsKnown = ({ host, headers }: FastifyRequest) => host === headers.host
