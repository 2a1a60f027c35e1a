/**
 * The style element of every mail: brand fonts, the dark theme and narrow screens. Mail programs that ignore it show
 * the inline styles, which are complete by themselves.
 */

/** Fonts of mails have addresses that stay the same over releases, because mails are read years later. */
export const MAIL_FONTS_PATH = '/mail-fonts'

export const PAGE = '#f4f7f5'
export const CARD = '#ffffff'
export const QUIET = '#55635d'
export const HAIRLINE = '#e3e7e4'
/** The background of gift images. */
export const GROUND = '#f5ece2'

export const TEXT_FONT = "Figtree, 'Helvetica Neue', Helvetica, Arial, sans-serif"
export const HEADING_FONT = "'Hedvig Letters Serif', Georgia, 'Times New Roman', serif"

/** Below this width, the image of a single gift is above its texts. */
const NARROW = '480px'

/** `fonts` is the folder with the font files. The dark theme finds the elements by the colours of their inline styles. */
export const mailStyle = (fonts: string): string => `
@font-face{font-family:Figtree;font-weight:300 900;src:url("${fonts}/figtree.woff2") format("woff2")}
@font-face{font-family:"Hedvig Letters Serif";src:url("${fonts}/hedvig-letters-serif.woff2") format("woff2")}
@media (max-width:${NARROW}){.stack{display:block!important;width:100%!important;padding-bottom:12px!important}}
@media (prefers-color-scheme:dark){
[style*="background-color:${PAGE}"]{background-color:#101613!important}
[style*="background-color:${CARD}"]{background-color:#1b2420!important}
[style*="background-color:${GROUND}"]{background-color:#2a352f!important}
[style*="solid ${HAIRLINE}"]{border-color:#3a4740!important}
p,h1,h2,td,span,a:not(.button){color:#e7ede9!important}
[style*="color:${QUIET}"]{color:#a5b3ac!important}
.logo{display:inline-block;padding:10px 14px;border-radius:10px;background-color:#ffffff;margin-bottom:20px}
.logo img{padding-bottom:0!important}
}`
