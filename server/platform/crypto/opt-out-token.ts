import { createHmac, timingSafeEqual } from 'node:crypto'

import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

const macOf = (secret: string, recipient: string) =>
  createHmac('sha256', secret).update('giftpoint reminders stop\n').update(recipient).digest()

/** The token of an opt-out link: derived from the recipient and the pepper, and not stored. It allows nothing else. */
export function optOutToken(peppers: string, recipient: string): string {
  const [newest] = pepperSecrets(peppers)
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot create a token')
  return `${recipient}.${macOf(newest.secret, recipient).toString('base64url')}`
}

/** The recipient of a token made with any known pepper; undefined for an invalid token. */
export function recipientOfOptOut(peppers: string, token: string): string | undefined {
  const [, recipient, mac] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (recipient === undefined || mac === undefined) return undefined
  const givenMac = Buffer.from(mac, 'base64url')
  const isValid = pepperSecrets(peppers).some(
    ({ secret }) => givenMac.length === 32 && timingSafeEqual(givenMac, macOf(secret, recipient)),
  )
  return isValid ? recipient : undefined
}
