import { createHash, createHmac } from 'node:crypto'

import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

/**
 * The token of a link to a page of one purpose: derived from its subject and the pepper, so that the mail can be
 * rendered again on every try, and neither the database nor a backup contains a valid token.
 */
function tokenBy(secret: string, purpose: string, subject: string): string {
  return createHmac('sha256', secret)
    .update(`giftpoint ${purpose}\n`)
    .update(subject)
    .digest('base64url')
}

export const linkHash = (token: string) => createHash('sha256').update(token).digest()

export function newLinkToken(peppers: string, purpose: LinkPurpose, subject: string): string {
  const [newest] = pepperSecrets(peppers)
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot create a token')
  return tokenBy(newest.secret, purpose, subject)
}

/** The token of an existing link, by the pepper that was the newest then; undefined if that pepper is gone. */
export function linkToken(
  peppers: string,
  purpose: LinkPurpose,
  subject: string,
  hash: Buffer,
): string | undefined {
  return pepperSecrets(peppers)
    .map(({ secret }) => tokenBy(secret, purpose, subject))
    .find((token) => linkHash(token).equals(hash))
}

export type LinkPurpose =
  | 'backoffice invitation'
  | 'choose again'
  | 'purchase order'
  | 'password reset'
