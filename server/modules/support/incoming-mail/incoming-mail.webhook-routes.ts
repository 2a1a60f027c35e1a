import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { receiveRawMail } from '#server/modules/support/incoming-mail/receive-raw-mail.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { isSameSecret } from '#server/platform/crypto/compare-secrets.ts'

/** Enough for a mail with attachments in their transport encoding. */
const MAX_BYTES = 25 * 1024 * 1024

/**
 * Receives holders' mails as raw mails, from a mail server's pipe or a provider's inbound route. Responds after the
 * mail is stored; until then the server tries again.
 */
export function incomingMailRoutes(app: FastifyInstance, shop: Shop) {
  const token = shop.config.MAIL_INBOUND_TOKEN
  if (token === undefined) return
  app.addContentTypeParser(
    ['message/rfc822', 'application/octet-stream'],
    { parseAs: 'buffer', bodyLimit: MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  // Checked before the body is read, which may be large and from any client.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameSecret(bearerToken(request.headers.authorization) ?? '', token))
      return sendRefusal(reply, 401, refuse('no-session'))
  }
  const options = { bodyLimit: MAX_BYTES, onRequest }
  app.post('/webhooks/incoming-mails', options, receiveAnswers(shop))
}

const receiveAnswers = (shop: Shop) => async (request: FastifyRequest, reply: FastifyReply) => {
  if (!Buffer.isBuffer(request.body)) return sendRefusal(reply, 400, refuse('invalid-input'))
  void reply.header('cache-control', 'no-store')
  const answer = await receiveRawMail(shop, request.body, 'answers')
  return 'refused' in answer ? refuseMail(reply, answer.refused) : reply.send(answer)
}

/** After 503 the mail server keeps the mail and tries again. */
export function refuseMail(reply: FastifyReply, reason: 'invalid-input' | 'unavailable') {
  return reason === 'unavailable'
    ? sendRefusal(reply, 503, refuse('unavailable', { retryAfterSeconds: 30 }))
    : sendRefusal(reply, 400, refuse('invalid-input'))
}
