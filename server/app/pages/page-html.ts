import type { Page } from '#contract/content/page-table.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'
import { hexColour, textOn } from '#domain/channels/theme-contrast.ts'
import { themeCss } from '#domain/channels/theme.ts'
import type { PageData, StorefrontFiles } from '#server/http/storefront-files.ts'
import { hashSource, TRUSTED_TYPES } from '#server/http/content-security-policy.ts'

export type PageParts = {
  storefront: StorefrontFiles
  pageData: PageData
  shopName: string
  title: string
  /** The page's chunk, loaded beside the shop's entry chunk, with the frame if the page uses it. */
  page: Pick<Page, 'part' | 'frame'>
  /** The rendered page, if it is rendered on the server. */
  body: string
  /** The origin of an external chat service. */
  chatOrigin: string | null
  /** For a frame in the back office. */
  framed: boolean
}

/** Styled in storefront/initial.css. */
const PLACEHOLDER = '<div class="opening" aria-hidden="true"><div><i></i><i></i><i></i></div></div>'

/**
 * The HTML document of every page. Data and code load in parallel; the code is the largest and goes first. The page's
 * styles block its script but not the placeholder. If the page is rendered on the server, its fonts are preloaded and
 * its styles are inline. The head script gets the list of inline styles.
 */
export function pageHtml(parts: PageParts): { html: string; policy: string } {
  const { storefront, pageData, shopName, title, page, body, chatOrigin, framed } = parts
  const { scripts, styles } = storefront.filesOf(page.part, page.frame !== 'none')
  const pageStyles = body === '' ? [] : styles
  const inlineNames = [...storefront.styleNames, ...pageStyles]
  const [entry = '', ...others] = scripts
  const inline = [
    storefront.style,
    ...pageStyles.map((name) => storefront.styleOf(name)),
    themeCss(pageData.site.corporate_identity.theme_options),
    focusStyle(body),
    NOSCRIPT_STYLE,
  ].filter((style) => style !== '')
  const html = `<!doctype html>
<html lang="${pageData.language}"${framed ? ' data-framed' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="application-name" content="${escapeHtml(shopName)}">
<meta name="robots" content="noindex">
<script type="module" src="/assets/${entry}"></script>
${others.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join('\n')}
<link rel="icon" href="${icon(pageData)}">
<script type="application/json" id="given">${JSON.stringify(pageData).replaceAll('<', String.raw`\u003c`)}</script>
<script data-styles="${inlineNames.join(' ')}">${storefront.headScript}</script>
${inline.map((style) => `<style>${style}</style>`).join('\n')}
${body === '' ? '' : storefront.fonts.map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`).join('\n')}
</head>
<body>
<div id="root">${body || PLACEHOLDER}</div>
${body === '' ? styles.map((name) => `<link rel="stylesheet" href="/assets/${name}">`).join('\n') : ''}
<noscript><p>Deze winkel heeft JavaScript nodig. This shop needs JavaScript.</p></noscript>
</body>
</html>
`
  return { html, policy: contentPolicy(storefront.headScript, inline, { chatOrigin, framed }) }
}

/** The crop position of images until the page's script sets it (`ui/components/Image.tsx`). */
const focusStyle = (body: string) =>
  [...body.matchAll(/data-focus="(\d{1,3}% \d{1,3}%)"/g)]
    .map(([, point]) => `:root img[data-focus="${point}"]{object-position:${point}}`)
    .join('')

const NOSCRIPT_STYLE = 'noscript p{max-width:34rem;margin:20vh auto;padding:0 1rem}'

/**
 * Scripts and styles come only from our own files; inline ones are allowed by hash. A third-party chat adds its own
 * styles and HTML. Without a chat, only `ui/lib/trusted-types.ts` may create HTML.
 */
function contentPolicy(
  headScript: string,
  styles: string[],
  { chatOrigin, framed }: Pick<PageParts, 'chatOrigin' | 'framed'>,
): string {
  const chat = chatOrigin ? ` ${chatOrigin}` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(headScript)}${chat}`,
    "worker-src 'self'",
    chat
      ? `style-src 'self' 'unsafe-inline'${chat}`
      : `style-src 'self' ${styles.map(hashSource).join(' ')}`,
    `img-src 'self' data:${chat}`,
    "font-src 'self'",
    `connect-src 'self'${chat}${chat.replace(/ http(s?):/, ' ws$1:')}`,
    "media-src 'self'",
    chat ? `frame-src${chat}` : "frame-src 'none'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors '${framed ? 'self' : 'none'}'`,
    ...(chat ? [] : TRUSTED_TYPES),
  ].join('; ')
}

function icon({ site }: PageData): string {
  const colour = hexColour(
    site.corporate_identity.theme_options.find(({ reference }) => reference === 'active')?.value,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${colour}"/><path d="M7 15h18v10H7zM6 10.500h20V15H6zm10 0V25m0-14.500s-2-5-5-5a2.500 2.500 0 0 0 0 5zm0 0s2-5 5-5a2.500 2.500 0 0 1 0 5z" fill="none" stroke="${textOn(colour)}" stroke-width="2" stroke-linejoin="round"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
