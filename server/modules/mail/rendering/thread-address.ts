import type { Config } from '#server/platform/config/config.ts'
import { threadToken } from '#server/platform/crypto/thread-token.ts'

/** Where an answer finds its thread again; without such an address it goes to the channel's own. */
export function threadAddress({ MAIL_REPLY_TO, GIFTPOINT_PEPPER }: Config, request: string) {
  if (MAIL_REPLY_TO === undefined) return {}
  const [mailbox = '', domain = ''] = MAIL_REPLY_TO.split('@')
  return { replyTo: `${mailbox}+${threadToken(GIFTPOINT_PEPPER, request)}@${domain}` }
}
