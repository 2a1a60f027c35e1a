import { createHash, createHmac } from 'node:crypto'

import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'

/**
 * The token of an invitation link: derived from the invitation and the pepper, so that the mail can be rendered again
 * on every try, and neither the database nor a backup contains a valid token.
 */
function tokenBy(secret: string, invitation: string): string {
  return createHmac('sha256', secret)
    .update('giftpoint backoffice invitation\n')
    .update(invitation)
    .digest('base64url')
}

export const invitationHash = (token: string) => createHash('sha256').update(token).digest()

export function newInvitationToken(peppers: string, invitation: string): string {
  const [newest] = pepperSecrets(peppers)
  if (!newest) throw new Error('GIFTPOINT_PEPPER missing: cannot create a token')
  return tokenBy(newest.secret, invitation)
}

/** The token of an existing invitation, by the pepper that was the newest then; undefined if that pepper is gone. */
export function invitationToken(
  peppers: string,
  invitation: string,
  hash: Buffer,
): string | undefined {
  return pepperSecrets(peppers)
    .map(({ secret }) => tokenBy(secret, invitation))
    .find((token) => invitationHash(token).equals(hash))
}
