import { escapeHtml } from '#domain/html-text.ts'
import { themeCss } from '#domain/theme.ts'
import { componentIn } from '#server/content/content-routes.ts'
import type { LanguageModel } from '#server/models/language-model.ts'

/** No script, and nothing that is asked for: it is all there is. */
export const CLOSED_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What stands at every address of a channel that lets nobody in, in its own colours and words. */
export function closedPage(words: LanguageModel): string {
  const { channel } = words.channelModel
  const page = componentIn(words, 'logoncomponents').blocks.find(({ code }) => code === 'page')
  const said = (key: string) =>
    escapeHtml(page?.custom_fields.find((field) => field.key === key)?.value_string ?? '')
  const title = said('closedTitle')
  return `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escapeHtml(channel.name)}</title>
<meta name="robots" content="noindex">
<style>${themeCss(channel.themeOptions)}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1.5rem;font:1.0625rem/1.5 system-ui,sans-serif;color:#22302b;background:#fff}
main{max-width:34rem;padding-left:1.25rem;border-left:4px solid var(--active,#77ceab)}
h1{margin:0 0 .75rem;font:400 clamp(1.85rem,1.4rem + 2vw,2.6rem)/1.15 Georgia,serif;color:#22302b}
p{margin:0}small{display:block;margin-bottom:1rem;font-size:.9375rem;color:#55635d}
</style>
</head>
<body>
<main><small>${escapeHtml(channel.name)}</small><h1>${title}</h1><p>${said('closedText')}</p></main>
</body>
</html>
`
}
