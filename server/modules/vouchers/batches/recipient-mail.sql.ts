import type { Queries } from '#server/platform/db/database.ts'

export const queueInvitation = (sql: Queries, recipient: number) =>
  sql`update recipient set mail_state = 'waiting' where id = ${recipient}`

export const reopenBatchMails = (sql: Queries, id: number) =>
  sql`update voucher_batch set send_ended_at = null where id = ${id}`

export const saveCorrectedAddress = (
  sql: Queries,
  { email, claimed, recipient }: { email: string; claimed: boolean; recipient: string },
) => sql`
  update recipient set email = ${email}, email_from = 'giver', mail_state = ${claimed ? 'sent' : 'waiting'},
    mail_try = null, mail_due_at = null, mail_leaving_until = null, mail_tries = 0, bounced_at = null, bounce = ''
  where id = ${recipient}::bigint`
