import type { DeliveryReport } from '#domain/mail/delivery-report.ts'
import { recordBounce } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { markBounced } from '#server/modules/mail/queue/mail-state.sql.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Stores delivery reports. Returns how many mails bounced. */
export async function recordDeliveryReports(
  shop: Pick<Shop, 'sql' | 'ports'>,
  reports: readonly DeliveryReport[],
): Promise<number> {
  let bounced = 0
  for (const { about, action, errorText } of reports) {
    if (action !== 'failed' || !UUID.test(about)) continue
    if (await recordDeliveryReport(shop, about, errorText)) bounced += 1
  }
  return bounced
}

/** Marks an invitation or any other mail as bounced. A report about an earlier attempt changes nothing. */
async function recordDeliveryReport(
  { sql, ports }: Pick<Shop, 'sql' | 'ports'>,
  about: string,
  errorText: string,
): Promise<boolean> {
  const now = ports.clock.now()
  return sql.begin(async (sql) => {
    const [invitation] = await sql<
      { id: number }[]
    >`select id from recipient where mail_try = ${about}`
    if (invitation)
      return recordBounce(sql, {
        recipientId: invitation.id,
        mailTry: about,
        response: errorText,
        now,
      })
    return markBounced(sql, about, errorText)
  })
}
