import type { FastifyRequest } from 'fastify'

import type { Config } from '#server/ground/config.ts'

/** Where the desk is asked right now: a passkey belongs to the host at which it was made. */
export function placeOf({ PUBLIC_URL }: Config, request: FastifyRequest) {
  // Behind a proxy that ends https the shop is asked by http; its own address knows better.
  const protocol = PUBLIC_URL ? new URL(PUBLIC_URL).protocol : `${request.protocol}:`
  const { origin, hostname } = new URL(`${protocol}//${request.host}`)
  return { origin, host: hostname }
}

/** Where the desk is for those who have to know it beforehand: the shop's own address, where it knows one. */
export const homeOf = (config: Config, request: FastifyRequest) =>
  config.PUBLIC_URL ?? placeOf(config, request).origin

export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
