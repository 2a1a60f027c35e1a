import { BlockList, isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

import { bearerToken } from '#server/http/bearer-token.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isSameSecret } from '#server/platform/crypto/compare-secrets.ts'

const local = new BlockList()
local.addSubnet('127.0.0.0', 8, 'ipv4')
local.addAddress('::1', 'ipv6')

/** Headers that a proxy adds. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Metrics reveal sales. With a METRICS_TOKEN, only its bearer may read them. Without one, only this machine may, and
 * nobody if the shop has a public address, because a local proxy then forwards requests from outside. Returns the
 * status to refuse with.
 */
export function metricsRefusal(
  { METRICS_TOKEN, PUBLIC_URL, GIFTPOINT_LIVE }: Config,
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
): 401 | 404 | null {
  if (METRICS_TOKEN !== undefined) {
    const token = bearerToken(headers.authorization) ?? ''
    return isSameSecret(token, METRICS_TOKEN) ? null : 401
  }
  const isForwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  const hasNoPublicAddress = PUBLIC_URL === undefined || isLocal(new URL(PUBLIC_URL).hostname)
  return !GIFTPOINT_LIVE &&
    hasNoPublicAddress &&
    !isForwarded &&
    isLocal(socket.remoteAddress ?? '')
    ? null
    : 404
}

function isLocal(host: string) {
  if (host === 'localhost') return true
  const address = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '')
  const family = isIP(address)
  return family !== 0 && local.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
