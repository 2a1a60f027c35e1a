import type { FastifyRequest } from 'fastify'

import type { Config } from '#server/platform/config/config.ts'

/** Where the back office is asked right now: a passkey belongs to the host at which it was made. */
export function placeOf({ PUBLIC_URL }: Config, request: FastifyRequest) {
  // Behind a proxy that ends https the shop is asked by http; its own address knows better.
  const protocol = PUBLIC_URL ? new URL(PUBLIC_URL).protocol : `${request.protocol}:`
  const { origin, hostname } = new URL(`${protocol}//${request.host}`)
  return { origin, host: hostname }
}

/** Where the back office is for those who have to know it beforehand: the shop's own address, where it knows one. */
export const homeOf = (config: Config, request: FastifyRequest) =>
  config.PUBLIC_URL ?? placeOf(config, request).origin

/**
 * A form or a script of another site can make a browser send the cookie, but not the mark of the door, a header; and what
 * browsers say of where a request comes from has to be here.
 */
export function comesFromElsewhere(
  { headers, host }: FastifyRequest,
  mark: 'x-backoffice' | 'x-employer',
): boolean {
  if (headers[mark] !== '1') return true
  const { origin } = headers
  // The host alone: behind a proxy that ends https, the shop is asked by http.
  if (origin !== undefined && hostOf(origin) !== host) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
