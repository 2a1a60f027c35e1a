import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/refusal.ts'
import { type DeliveryReport, readDeliveryReport } from '#domain/delivery-report.ts'
import { noteBounce } from '#server/desk/gift-mails.ts'
import { bearerToken } from '#server/door/bearer-token.ts'
import { sendRefusal } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'
import { sameSecret } from '#server/ground/same-secret.ts'

/** With the mail that came back, as some servers send it. */
const MOST_BYTES = 512 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Where a mail server hands over what came back, as it is: by a pipe of its own or a provider's inbound route. Nothing of it is
 * kept but the words of the refusal: the mail that is returned with it may hold a code.
 */
export function deliveryReportRoutes(app: FastifyInstance, shop: Shop) {
  const token = shop.config.MAIL_REPORTS_TOKEN
  if (token === undefined) return
  app.addContentTypeParser(
    ['message/rfc822', 'text/plain', 'application/octet-stream'],
    { parseAs: 'string', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.post('/webhooks/delivery-reports', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    if (!sameSecret(bearerToken(request.headers.authorization) ?? '', token))
      return sendRefusal(reply, 401, refuse('no-session'))
    const reports = typeof request.body === 'string' ? readDeliveryReport(request.body) : null
    const bounced = await noteReports(shop, reports ?? [])
    return reply.header('cache-control', 'no-store').send({ bounced })
  })
}

/** How many of these mails did not arrive, by what is told of them. */
export async function noteReports(shop: Shop, reports: readonly DeliveryReport[]): Promise<number> {
  let bounced = 0
  for (const { about, action, said } of reports) {
    if (action !== 'failed' || !UUID.test(about)) continue
    if (await noteReport(shop, about, said)) bounced += 1
  }
  return bounced
}

/** Of a gift that was sent, or of any other mail of ours; what is about an older try changes nothing. */
async function noteReport({ sql, ports }: Shop, about: string, said: string): Promise<boolean> {
  const now = ports.clock.now()
  return sql.begin(async (sql) => {
    const [gift] = await sql<{ id: number }[]>`select id from recipient where mail_try = ${about}`
    if (gift) return noteBounce(sql, { recipientId: gift.id, mailTry: about, said, now })
    const refused = await sql`
      update mail set state = 'refused', last_error = ${said} where id = ${about} and state = 'sent'`
    return refused.count > 0
  })
}
