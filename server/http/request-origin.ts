import type { FastifyRequest } from 'fastify'

import type { Config } from '#server/platform/config/config.ts'

/** The current address of the back office: a passkey belongs to the host where it was created. */
export function placeOf({ PUBLIC_URL }: Config, request: FastifyRequest) {
  // Behind a proxy with TLS, requests arrive by http, so the protocol comes from the public address.
  const protocol = PUBLIC_URL ? new URL(PUBLIC_URL).protocol : `${request.protocol}:`
  const { origin, hostname } = new URL(`${protocol}//${request.host}`)
  return { origin, host: hostname }
}

/** The back office's origin for settings that need it in advance: the configured public address, if there is one. */
export const backofficeOrigin = (config: Config, request: FastifyRequest) =>
  config.PUBLIC_URL ?? placeOf(config, request).origin

/**
 * A form or script of another site can send the cookie but not this custom header. The browser's origin headers must
 * also match this host.
 */
export function isCrossSite(
  { headers, host }: FastifyRequest,
  header: 'x-backoffice' | 'x-employer',
): boolean {
  if (headers[header] !== '1') return true
  const { origin } = headers
  // Only the host is compared, because behind a proxy with TLS requests arrive by http.
  if (origin !== undefined && hostOf(origin) !== host) return true
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}
