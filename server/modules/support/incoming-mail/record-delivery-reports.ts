import type { DeliveryReport } from '#domain/mail/delivery-report.ts'
import { recordBounce } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { refuseSentMail } from '#server/modules/mail/queue/mail-state.sql.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Stores delivery reports. Returns how many mails bounced. */
export async function noteReports(
  shop: Pick<Shop, 'sql' | 'ports'>,
  reports: readonly DeliveryReport[],
): Promise<number> {
  let bounced = 0
  for (const { about, action, said } of reports) {
    if (action !== 'failed' || !UUID.test(about)) continue
    if (await noteReport(shop, about, said)) bounced += 1
  }
  return bounced
}

/** A report about an invitation or any other mail. A report about an earlier try changes nothing. */
async function noteReport(
  { sql, ports }: Pick<Shop, 'sql' | 'ports'>,
  about: string,
  said: string,
): Promise<boolean> {
  const now = ports.clock.now()
  return sql.begin(async (sql) => {
    const [gift] = await sql<{ id: number }[]>`select id from recipient where mail_try = ${about}`
    if (gift)
      return recordBounce(sql, { recipientId: gift.id, mailTry: about, response: said, now })
    return refuseSentMail(sql, about, said)
  })
}
