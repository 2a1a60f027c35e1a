import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { askService } from '#contract/support/questions.shop.ts'
import { answer } from '#server/http/response-body.ts'
import { channelOf } from '#server/http/endpoint/request-channel.ts'
import { atomically } from '#server/platform/db/database.ts'
import { languageOf } from '#domain/language.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { startThread } from '#server/modules/support/start-thread.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import { lockQuestions, listQuestionsBetween } from '#server/modules/support/support-request.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const MAX_PER_HOUR = 10
const HOUR_MS = 3_600_000
/** An identical question within this time is a double click or a retry: it is not stored again. */
const DUPLICATE_MS = 60_000

/** The shop's own form puts the name above the text, with an empty line between. */
const nameIn = (body: string) =>
  /^([^\n]{1,80})\n\n./.exec(body.replace(/\r\n?/g, '\n'))?.[1]?.trim() ?? ''

export function supportRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, askService, handleAskService(shop), { idempotent: true })
}

const handleAskService =
  (shop: Pick<Shop, 'jobs' | 'ports' | 'config' | 'models'>) =>
  async (
    {
      contact_email: email,
      subject,
      email_body: body,
      language,
      source,
    }: ParsedInput<typeof askService>,
    { request, holder, sql }: HolderCaller,
  ) => {
    const { channel } = await channelOf(shop, request, holder, {})
    const { voucherId } = holder
    return atomically(sql, async (sql) => {
      await lockQuestions(sql, voucherId)
      const at = shop.ports.clock.now()
      const recent = await listQuestionsBetween(
        sql,
        voucherId,
        new Date(at.getTime() - HOUR_MS),
        new Date(at.getTime() + DUPLICATE_MS),
      )
      const duplicate = recent.find(
        (question) =>
          question.at.getTime() > at.getTime() - DUPLICATE_MS &&
          question.email === email &&
          question.subject === subject &&
          question.body === body,
      )
      if (duplicate) return answer({ service_request: String(duplicate.id) })

      const oldest = recent[MAX_PER_HOUR - 1]
      if (oldest) {
        const waitMs = oldest.at.getTime() + HOUR_MS - at.getTime()
        return refuse('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      }
      const id = await startThread(shop, sql, {
        voucherId,
        channelId: channel.id,
        email,
        subject,
        body,
        at,
        source,
        language: languageOf(language) ?? languageOf(holder.language) ?? channel.defaultLanguage,
        name: source === 'form' ? nameIn(body) : '',
        mail: null,
      })
      await queueMail(shop, sql, {
        template: 'service-request',
        subjectId: String(id),
        channelId: channel.id,
        language: channel.defaultLanguage,
        recipient: channel.company['email'] ?? '',
      })
      return answer({ service_request: String(id) })
    })
  }
