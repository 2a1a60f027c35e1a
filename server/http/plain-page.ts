import type { FastifyReply } from 'fastify'

import { escapeHtml } from '#domain/text/escape-html.ts'
import { themeCss } from '#domain/channels/theme.ts'
import { plainPagePolicy } from '#server/http/content-security-policy.ts'

type PlainPage = {
  language: string
  title: string
  shopName: string
  theme: Parameters<typeof themeCss>[0]
  /** HTML. */
  body: string
}

const STYLE = `
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;font:1.0625rem/1.5 system-ui,sans-serif;color:#22302b;background:#fff}
main{max-width:34rem;padding-left:1.25rem;border-left:4px solid var(--active,#77ceab)}
h1{margin:0 0 .75rem;font:400 clamp(1.85rem,1.4rem + 2vw,2.6rem)/1.15 Georgia,serif;color:#22302b}
p{margin:0 0 1.5rem}p:last-child{margin:0}small{display:block;margin-bottom:1rem;font-size:.9375rem;color:#55635d}
button{font:inherit;font-weight:700;padding:.8rem 1.75rem;border:2px solid #22302b;border-radius:999px;color:#fff;background:#22302b;cursor:pointer}
button:focus-visible{outline:3px solid #22302b;outline-offset:3px}
`

/** A page with one heading and a short text in the shop's colours; it has no script and loads nothing. */
export function sendPlainPage(
  reply: FastifyReply,
  { language, title, shopName, theme, body }: PlainPage,
) {
  const style = themeCss(theme) + STYLE
  return reply
    .header('content-security-policy', `${plainPagePolicy(style)}; form-action 'self'`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml([title, shopName].filter(Boolean).join(' · '))}</title>
<meta name="robots" content="noindex">
<style>${style}</style>
</head>
<body>
<main>${shopName ? `<small>${escapeHtml(shopName)}</small>` : ''}<h1>${escapeHtml(title)}</h1>${body}</main>
</body>
</html>
`)
}
