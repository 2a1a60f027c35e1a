import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refuse } from '#contract/refusal.ts'
import { readDeliveryReport } from '#domain/delivery-report.ts'
import { noteReports } from '#server/desk/delivery-report-routes.ts'
import { readMail } from '#server/desk/read-mail.ts'
import { takeMail } from '#server/desk/take-mail.ts'
import { bearerToken } from '#server/door/bearer-token.ts'
import { sendRefusal } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'
import { sameSecret } from '#server/ground/same-secret.ts'

/** With all that comes with it, in the letters that mails are sent in. */
const MOST_BYTES = 25 * 1024 * 1024

/**
 * Where a mail server hands over what holders write, as it is: by a pipe of its own or a provider's inbound route. It is
 * answered when it is kept; until then whoever hands it over tries again.
 */
export function incomingMailRoutes(app: FastifyInstance, shop: Shop) {
  const token = shop.config.MAIL_ANSWERS_TOKEN
  if (token === undefined) return
  app.addContentTypeParser(
    ['message/rfc822', 'application/octet-stream'],
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, body),
  )
  // Asked before anything of the body is read: it may be large, and of anybody.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!sameSecret(bearerToken(request.headers.authorization) ?? '', token))
      return sendRefusal(reply, 401, refuse('no-session'))
  }
  const options = { bodyLimit: MOST_BYTES, onRequest }
  app.post('/webhooks/incoming-mails', options, async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) return sendRefusal(reply, 400, refuse('invalid-input'))
    void reply.header('cache-control', 'no-store')
    const reports = readDeliveryReport(request.body.toString('latin1'))
    if (reports)
      return reply.send({ outcome: 'bounced', bounced: await noteReports(shop, reports) })
    const mail = await readMail(request.body)
    if (!mail) return sendRefusal(reply, 400, refuse('invalid-input'))
    return reply.send(await takeMail(shop, mail))
  })
}
