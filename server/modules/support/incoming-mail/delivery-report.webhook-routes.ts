import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { refuseMail } from '#server/modules/support/incoming-mail/incoming-mail.webhook-routes.ts'
import { receiveRawMail } from '#server/modules/support/incoming-mail/receive-raw-mail.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { isSameSecret } from '#server/platform/crypto/compare-secrets.ts'

/** Enough for the returned mail, which some servers include. */
const MAX_BYTES = 512 * 1024

/**
 * Receives bounces as raw mails, from a mail server's pipe or a provider's inbound route. Only the reason is stored:
 * the returned mail may contain a code.
 */
export function deliveryReportRoutes(app: FastifyInstance, shop: Shop) {
  const token = shop.config.MAIL_BOUNCE_TOKEN
  if (token === undefined) return
  app.addContentTypeParser(
    ['message/rfc822', 'text/plain', 'application/octet-stream'],
    { parseAs: 'buffer', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.post('/webhooks/delivery-reports', { bodyLimit: MAX_BYTES }, receiveReports(shop, token))
}

const receiveReports =
  (shop: Shop, token: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameSecret(bearerToken(request.headers.authorization) ?? '', token))
      return sendRefusal(reply, 401, refuse('no-session'))
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const answer = await receiveRawMail(shop, raw, 'reports')
    if ('refused' in answer) return refuseMail(reply, answer.refused)
    const bounced = 'bounced' in answer ? answer.bounced : 0
    return reply.header('cache-control', 'no-store').send({ bounced })
  }
