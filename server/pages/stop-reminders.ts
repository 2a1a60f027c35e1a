import type { FastifyInstance, FastifyReply } from 'fastify'

import { escapeHtml } from '#domain/html-text.ts'
import { languageOf } from '#domain/language.ts'
import { themeCss } from '#domain/theme.ts'
import { refuse } from '#contract/refusal.ts'
import { sendRefusal } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'
import { recipientOfStop } from '#server/ground/stop-token.ts'
import { mailLook } from '#server/mail/mail-look.ts'

/** No script, nothing from elsewhere, and one form that leads here. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type Asker = { channel_id: string; language: string; stopped: boolean }

/**
 * The end of reminders, for whoever has the link, without a login. Looking at it changes nothing, as mailboxes look at links by
 * themselves; the button does, and so does a mailbox that offers it by the mail's head (RFC 8058).
 */
export function stopRemindersRoutes(app: FastifyInstance, shop: Shop) {
  const { sql, config, ports } = shop

  app.get<{ Params: { token: string } }>('/reminders/stop/:token', async ({ params }, reply) => {
    const id = recipientOfStop(config.GIFTPOINT_PEPPER, params.token)
    const [asker] = id === undefined ? [] : await find(id)
    return asker ? page(reply, asker) : sendRefusal(reply, 404, refuse('not-found'))
  })

  app.post<{ Params: { token: string } }>('/reminders/stop/:token', async ({ params }, reply) => {
    const id = recipientOfStop(config.GIFTPOINT_PEPPER, params.token)
    if (id === undefined) return sendRefusal(reply, 404, refuse('not-found'))
    await sql`
      update recipient set stopped_at = coalesce(stopped_at, ${ports.clock.now()}) where id = ${id}::bigint`
    const [asker] = await find(id)
    return asker ? page(reply, asker) : sendRefusal(reply, 404, refuse('not-found'))
  })

  const find = (id: string) => sql<Asker[]>`
    select batch.channel_id, stopped_at is not null as stopped,
      coalesce(nullif(recipient.language, ''), voucher.language) as language
    from recipient join voucher on voucher.id = voucher_id join voucher_batch batch on batch.id = recipient.batch_id
    where recipient.id = ${id}::bigint`

  async function page(reply: FastifyReply, { channel_id, language, stopped }: Asker) {
    const model = await shop.models.channel(channel_id)
    if (!model) return sendRefusal(reply, 404, refuse('not-found'))
    const spoken = languageOf(language) ?? model.channel.defaultLanguage
    const { say, shopName } = mailLook(config, model, spoken)
    const said = (key: Parameters<typeof say<'voucher-reminder'>>[1]) =>
      escapeHtml(say('voucher-reminder', key))
    const title = said(stopped ? 'stopped_title' : 'stop_title')
    const deed = stopped ? '' : `<form method="post"><button>${said('stop_button')}</button></form>`
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${spoken}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escapeHtml(shopName)}</title>
<meta name="robots" content="noindex">
<style>${themeCss(model.channel.themeOptions)}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;font:1.0625rem/1.5 system-ui,sans-serif;color:#22302b;background:#fff}
main{max-width:34rem;padding-left:1.25rem;border-left:4px solid var(--active,#77ceab)}
h1{margin:0 0 .75rem;font:400 clamp(1.85rem,1.4rem + 2vw,2.6rem)/1.15 Georgia,serif;color:#22302b}
p{margin:0 0 1.5rem}small{display:block;margin-bottom:1rem;font-size:.9375rem;color:#55635d}
button{font:inherit;font-weight:700;padding:.8rem 1.75rem;border:2px solid #22302b;border-radius:999px;color:#fff;background:#22302b;cursor:pointer}
button:focus-visible{outline:3px solid #22302b;outline-offset:3px}
</style>
</head>
<body>
<main><small>${escapeHtml(shopName)}</small><h1>${title}</h1><p>${said(stopped ? 'stopped_text' : 'stop_text')}</p>${deed}</main>
</body>
</html>
`)
  }
}
