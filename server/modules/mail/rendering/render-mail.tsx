import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { MAILS } from '#domain/mail/mails.ts'
import { languageOf } from '#domain/language.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { type MailTheme, mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { withOutlook } from '#server/modules/mail/layout/mail-style.ts'
import type { MailRow } from '#server/modules/mail/delivery/mail.sql.ts'
import { MAIL_DEFINITIONS } from '#server/modules/mail/rendering/all-mails.ts'
import { plainText } from '#server/modules/mail/layout/plain-text.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { OutgoingMail } from '#server/platform/services/service-ports.ts'

/** Renders a mail in its own language and its channel's theme. `orders` contains the order it is about, if any. */
export async function writeMail(
  shop: Shop,
  sql: Queries,
  mail: MailRow,
  orders: ReadonlyMap<string, OrderRow>,
): Promise<OutgoingMail> {
  const model = await shop.models.channel(mail.channelId)
  if (!model) throw new Error(`channel ${mail.channelId} of mail ${mail.id} not found`)
  const language = languageOf(mail.language) ?? model.channel.defaultLanguage
  const theme = {
    ...mailTheme(shop.config, model, language),
    isForHolder: MAILS[mail.template].to === 'holder',
  }
  const now = shop.ports.clock.now()
  const { content } = MAIL_DEFINITIONS[mail.template]
  const context = { shop, sql, model, theme, mail, orders, now }
  const { subject, body, replyTo, byChannel, ...more } = await content(context)
  const html = mailHtml(body)
  return {
    id: mail.id,
    from: shop.config.MAIL_FROM,
    ...(byChannel ? channelSender(shop.config, theme) : {}),
    to: mail.recipient,
    replyTo: replyTo ?? (model.channel.company['email'] || null),
    subject,
    html,
    text: plainText(html),
    language,
    ...more,
  }
}

/** Sends from the channel's address if it has one. Bounces still go to the shop. */
function channelSender({ MAIL_FROM }: Config, { company, shopName }: MailTheme) {
  const address = company['email'] ?? ''
  if (!/^[^\s<>@,"]+@[^\s<>@,"]+$/.test(address)) return {}
  const name = shopName.replace(/["\\\r\n]/g, ' ').trim()
  const returnTo = /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()
  return { from: `"${name}" <${address}>`, returnTo }
}

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * Uses React's static renderer, because the stream renderer turns on promise tracking for the whole process and slows
 * every request after the first mail.
 */
export function mailHtml(body: ReactNode) {
  // Removes preload links that React adds, which mail programs ignore.
  return withOutlook(
    DOCTYPE + renderToStaticMarkup(body).replace(/<link rel="preload"[^<>]*>/g, ''),
  )
}
