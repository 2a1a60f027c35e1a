import { randomUUID } from 'node:crypto'

import { deleteResetLinks } from '#server/modules/staff/accounts/account-password.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { dropInvitations } from '#server/modules/staff/accounts/staff-channel.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'

const VALID_DAYS = 3
const DAY_MS = 24 * 3_600_000

type Invited = { staffId: number; email: string; language: string; channels: readonly string[] }

/**
 * Mails the link for choosing a password. Only the mail contains the link. Part of the
 * caller's transaction.
 */
export async function sendInvitation(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  { staffId, email, language, channels }: Invited,
  invitedBy: number,
): Promise<{ ends_at: string }> {
  const { GIFTPOINT_PEPPER, GIFTPOINT_DEFAULT_CHANNEL } = shop.config
  const now = shop.ports.clock.now()
  const id = randomUUID()
  const token = newLinkToken(GIFTPOINT_PEPPER, 'backoffice invitation', id)
  const endsAt = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  await dropInvitations(sql, staffId)
  await deleteResetLinks(sql, 'staff', staffId)
  await sql`
    insert into staff_invitation (id, token_hash, staff_id, made_at, ends_at, invited_by)
    values (${id}, ${linkHash(token)}, ${staffId}, ${now}, ${endsAt}, ${invitedBy})`
  await queueMail(shop, sql, {
    template: 'staff-invitation',
    subjectId: id,
    channelId: channels[0] ?? GIFTPOINT_DEFAULT_CHANNEL,
    language,
    recipient: email,
  })
  return { ends_at: endsAt.toISOString() }
}
