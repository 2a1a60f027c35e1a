import type { FastifyRequest } from 'fastify'

import type { Config } from '#server/platform/config/config.ts'

/**
 * Who else may be given an answer, by a cache between the browser and the shop.
 *
 * - holder: nobody. It depends on who asks.
 * - words: everybody who asks without a token. Content and what the shell needs; with a token it is the session's channel's.
 * - view: everybody who has the address, which names all that it depends on.
 * - page: everybody at this host. Not stale while it is asked for anew: a page names files of its own build.
 * - nobody-knows: everybody, once it has been asked for anew.
 */
export type Audience = 'holder' | 'words' | 'view' | 'page' | 'nobody-knows'

const VARIES: Record<Audience, string> = {
  holder: 'accept-encoding, authorization, host',
  words: 'accept-encoding, authorization',
  view: 'accept-encoding',
  page: 'accept-encoding',
  'nobody-knows': 'accept-encoding, authorization, host',
}

type Rules = { 'cache-control': string; vary: string }

/** RFC 9111, RFC 5861. What is public is seen by everybody at most twice `PUBLIC_CACHE_SECONDS` after it was changed. */
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
 * Whether a cache knows the answer by the same host by which it was chosen. A visitor may say of himself that he was
 * forwarded from another one; kept under the real one it would be shown to everybody.
 */
export const hostIsKnown = ({ host, headers }: FastifyRequest) => host === headers.host
