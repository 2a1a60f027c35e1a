import type { FastifyInstance, FastifyReply } from 'fastify'

import { escapeHtml } from '#domain/text/escape-html.ts'
import { languageOf } from '#domain/language.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { recipientOfOptOut } from '#server/platform/crypto/opt-out-token.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { sendPlainPage } from '#server/http/plain-page.ts'
import { listReminderState, type ReminderState } from '#server/modules/mail/reminder-opt-out.sql.ts'
import { stopReminders } from '#server/modules/vouchers/stop-reminders.sql.ts'

/**
 * Unsubscribing from reminders by a link, without a login. GET changes nothing, because mailboxes open links
 * automatically. The button unsubscribes, and so does a mailbox that uses the List-Unsubscribe header (RFC 8058).
 */
export function reminderOptOutRoutes(
  app: FastifyInstance,
  shop: Pick<Shop, 'sql' | 'ports' | 'config' | 'models'>,
) {
  const { sql, config, ports } = shop

  app.get<{ Params: { token: string } }>('/reminders/stop/:token', async ({ params }, reply) => {
    const id = recipientOfOptOut(config.GIFTPOINT_PEPPER, params.token)
    const [recipient] = id === undefined ? [] : await listReminderState(sql, id)
    return recipient ? sendPage(reply, recipient) : sendRefusal(reply, 404, refuse('not-found'))
  })

  app.post<{ Params: { token: string } }>('/reminders/stop/:token', async ({ params }, reply) => {
    const id = recipientOfOptOut(config.GIFTPOINT_PEPPER, params.token)
    if (id === undefined) return sendRefusal(reply, 404, refuse('not-found'))
    await stopReminders(sql, id, ports.clock.now())
    const [recipient] = await listReminderState(sql, id)
    return recipient ? sendPage(reply, recipient) : sendRefusal(reply, 404, refuse('not-found'))
  })

  async function sendPage(reply: FastifyReply, { channel_id, language, stopped }: ReminderState) {
    const model = await shop.models.channel(channel_id)
    if (!model) return sendRefusal(reply, 404, refuse('not-found'))
    const mailLanguage = languageOf(language) ?? model.channel.defaultLanguage
    const { say, shopName } = mailTheme(config, model, mailLanguage)
    const text = (key: Parameters<typeof say<'voucher-reminder'>>[1]) =>
      say('voucher-reminder', key)
    const button = `<form method="post"><button>${escapeHtml(text('stop_button'))}</button></form>`
    return sendPlainPage(reply.header('referrer-policy', 'no-referrer'), {
      language: mailLanguage,
      title: text(stopped ? 'stopped_title' : 'stop_title'),
      shopName,
      theme: model.channel.themeOptions,
      body: `<p>${escapeHtml(text(stopped ? 'stopped_text' : 'stop_text'))}</p>${stopped ? '' : button}`,
    })
  }
}
