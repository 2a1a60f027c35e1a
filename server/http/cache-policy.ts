import type { FastifyRequest } from 'fastify'

import type { Config } from '#server/platform/config/config.ts'

/**
 * Who may receive a response from a shared cache. `holder`: only the requester. `words`: every request without a
 * token. Content and data of the shell; with a token the response depends on the session's channel. `view`: every
 * request with the same address, which names everything that the response depends on. `page`: everyone at this host,
 * but never stale, because a page names files of its own build. `nobody-knows`: everyone, after revalidation.
 */
export type Audience = 'holder' | 'words' | 'view' | 'page' | 'nobody-knows'

const VARIES: Record<Audience, string> = {
  holder: 'accept-encoding, authorization, host',
  words: 'accept-encoding, authorization',
  view: 'accept-encoding',
  // A page inside a frame of the back office has another policy.
  page: 'accept-encoding, sec-fetch-dest, sec-fetch-site',
  'nobody-knows': 'accept-encoding, authorization, host',
}

type Rules = { 'cache-control': string; vary: string }

/** RFC 9111, RFC 5861. A public change is visible everywhere after at most twice `PUBLIC_CACHE_SECONDS`. */
export function cacheRules(
  audience: Audience,
  { PUBLIC_CACHE_SECONDS: seconds }: Pick<Config, 'PUBLIC_CACHE_SECONDS'>,
): Rules {
  const vary = VARIES[audience]
  if (audience === 'holder') return { 'cache-control': 'private, no-cache', vary }
  if (audience === 'nobody-knows' || seconds === 0)
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
