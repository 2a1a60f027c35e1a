import type { Config } from '#server/platform/config/config.ts'
import { threadToken } from '#server/platform/crypto/thread-token.ts'

/** The reply address that assigns an answer to its thread. Without one, replies go to the channel's own address. */
export function threadAddress({ MAIL_REPLY_TO, GIFTPOINT_PEPPER }: Config, requestId: string) {
  if (MAIL_REPLY_TO === undefined) return {}
  const [mailbox = '', domain = ''] = MAIL_REPLY_TO.split('@')
  return { replyTo: `${mailbox}+${threadToken(GIFTPOINT_PEPPER, requestId)}@${domain}` }
}
