import { createHmac, timingSafeEqual } from 'node:crypto'

import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

/** So much of it fits before the @ of an address, and is more than anybody guesses. */
const BYTES = 16

const macOf = (secret: string, request: string) =>
  createHmac('sha256', secret)
    .update('giftpoint service thread\n')
    .update(request)
    .digest()
    .subarray(0, BYTES)

/** What stands behind the + of the address to which a holder answers: in small letters, as some servers make them small. */
export function threadToken(peppers: string, request: string): string {
  const [newest] = pepperSecrets(peppers)
  if (!newest) throw new Error('there is no pepper to make a token of')
  return `${request}-${macOf(newest.secret, request).toString('hex')}`
}

/** Of which thread it is, by any pepper that is known; undefined for what nobody made. */
export function threadOfToken(peppers: string, token: string): string | undefined {
  const [, request, mac] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(token.toLowerCase()) ?? []
  if (request === undefined || mac === undefined) return undefined
  const given = Buffer.from(mac, 'hex')
  const known = pepperSecrets(peppers).some(({ secret }) =>
    timingSafeEqual(given, macOf(secret, request)),
  )
  return known ? request : undefined
}
