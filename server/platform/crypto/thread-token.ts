import { createHmac, timingSafeEqual } from 'node:crypto'

import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

/** Fits before the @ of an address and cannot be guessed. */
const MAC_BYTES = 16

const macOf = (secret: string, request: string) =>
  createHmac('sha256', secret)
    .update('giftpoint service thread\n')
    .update(request)
    .digest()
    .subarray(0, MAC_BYTES)

/** The part after the + in a thread's reply address; lower case, because some servers change to it. */
export function threadToken(peppers: string, request: string): string {
  const [newest] = pepperSecrets(peppers)
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot create a token')
  return `${request}-${macOf(newest.secret, request).toString('hex')}`
}

/** The thread of a token made with any known pepper; undefined for an invalid token. */
export function threadOfToken(peppers: string, token: string): string | undefined {
  const [, request, mac] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(token.toLowerCase()) ?? []
  if (request === undefined || mac === undefined) return undefined
  const givenMac = Buffer.from(mac, 'hex')
  const isValid = pepperSecrets(peppers).some(({ secret }) =>
    timingSafeEqual(givenMac, macOf(secret, request)),
  )
  return isValid ? request : undefined
}
