import { inkOnDark } from '#domain/channels/portal-theme.ts'
import { textOn } from '#domain/channels/theme-contrast.ts'
import { fontFaces } from '#server/http/brand-page.ts'

export const MAIL_WIDTH = 600
/** Text colour. */
export const TEXT = '#22302b'
export const PAGE = '#f4f7f5'
export const CARD = '#ffffff'
export const QUIET = '#55635d'
export const HAIRLINE = '#e3e7e4'
/** The background of gift images. */
export const IMAGE_BACKGROUND = '#f5ece2'

export const TEXT_FONT = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif"
export const HEADING_FONT = "'Hedvig Letters Serif', Georgia, 'Times New Roman', serif"

/** Below this width, the image of a single gift is above its texts. */
const NARROW = '480px'

/** The backgrounds of the dark theme. The last one is the lightest under a button. */
const DARK = { page: '#101613', card: '#1b2420', ground: '#2a352f' }

/** The brand's colour in the dark theme, light enough for buttons on all backgrounds, and the text on it. */
export function darkAction(colour: string): { action: string; onAction: string } {
  const action = inkOnDark(colour, DARK.ground)
  return { action, onAction: textOn(action) }
}

/**
 * The style element of every mail: brand fonts, the dark theme and narrow screens. Mail programs that ignore it show
 * the inline styles, which are complete by themselves. `fonts` is the folder with the font files. The dark theme finds
 * most elements by the colours of their inline styles.
 */
export function mailStyle(fonts: string, colour: string): string {
  const { action, onAction } = darkAction(colour)
  return `
${fontFaces(fonts)}
@media (max-width:${NARROW}){.stack{display:block!important;width:100%!important;padding-bottom:12px!important}
.thumb{width:72px!important}.thumb img{width:60px!important;height:60px!important}.name{font-size:18px!important}}
@media (prefers-color-scheme:dark){
[style*="background-color:${PAGE}"]{background-color:${DARK.page}!important}
[style*="background-color:${CARD}"]{background-color:${DARK.card}!important}
[style*="background-color:${IMAGE_BACKGROUND}"]{background-color:${DARK.ground}!important}
[style*="solid ${HAIRLINE}"]{border-color:#3a4740!important}
p,h1,h2,td,span,a:not(.button){color:#e7ede9!important}
[style*="color:${QUIET}"]{color:#a5b3ac!important}
.brand{border-top-color:${action}!important}
.action{background-color:${action}!important}
.action .button{color:${onAction}!important}
.logo{display:inline-block;padding:10px 14px;border-radius:10px;background-color:${DARK_PLATE}}
.logo img{color:${TEXT}!important}
}`
}

/** The background of logos, which are made for white: light enough for their colours, but not brighter than the text. */
const DARK_PLATE = '#d9e3dd'

/**
 * For Outlook on Windows only: its Word engine ignores max-width, and shows all text in Times if a mail has web
 * fonts.
 */
const inOutlook = (html: string) => `<!--[if mso]>${html}<![endif]-->`
const withoutWebFont = (fonts: string) => fonts.replace(/^[^,]+, */, '')
const OUTLOOK_STYLE = inOutlook(
  `<style>body,td{font-family:${withoutWebFont(TEXT_FONT)}!important}h1,h2{font-family:${withoutWebFont(HEADING_FONT)}!important}</style>`,
)
const FRAME = '<div class="frame"'
const END_OF_FRAME = '</div></td></tr></tbody></table></body>'
const OUTLOOK_FRAME = inOutlook(
  `<table role="presentation" align="center" width="${MAIL_WIDTH}" border="0" cellpadding="0" cellspacing="0"><tr><td>`,
)
const END_OF_OUTLOOK_FRAME = inOutlook('</td></tr></table>')

/** Adds the parts that only Outlook reads, which JSX cannot express. */
export const withOutlook = (html: string): string =>
  html
    .replace('</head>', `${OUTLOOK_STYLE}</head>`)
    .replace(FRAME, `${OUTLOOK_FRAME}${FRAME}`)
    .replace(END_OF_FRAME, END_OF_FRAME.replace('</div>', `</div>${END_OF_OUTLOOK_FRAME}`))
