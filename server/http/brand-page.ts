import { plainPagePolicy } from '#server/http/content-security-policy.ts'

/** Fonts of mails and small pages. Their addresses never change, because mails are read years later. */
export const BRAND_FONTS_PATH = '/mail-fonts'

export const fontFaces = (folder: string): string =>
  `@font-face{font-family:Figtree;font-weight:300 900;src:url("${folder}/figtree.woff2") format("woff2")}
@font-face{font-family:"Hedvig Letters Serif";src:url("${folder}/hedvig-letters-serif.woff2") format("woff2")}`

/** The style of small pages without script: brand fonts, one column, light and dark. */
export const BRAND_STYLE = `
${fontFaces(BRAND_FONTS_PATH)}
:root{color-scheme:light dark;--line:#dbe1dd;--edge:#74827b;--soft:#51605a;--page:#f4f7f5;--paper:#fff;--ink:#22302b;--main:#1f3f36;--on:#fff;--ground:#e6f3ec;--bad:#a3180f}
@media (prefers-color-scheme:dark){:root{--line:#33403a;--edge:#8b9a93;--soft:#b3c2bb;--page:#101613;--paper:#1b2420;--ink:#eef4f1;--main:#8fd3b4;--on:#0e1a14;--ground:#22332b;--bad:#ffb4a8}}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem 4rem}
h1,h2{font-family:"Hedvig Letters Serif",Georgia,serif;font-weight:400;text-wrap:balance}
h1{font-size:2rem;line-height:1.2;margin:0}h2{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem}
p{margin:.5rem 0 0}a{color:var(--main)}
.logo{display:inline-block;margin-bottom:1.5rem}.logo img{display:block;max-width:10rem;max-height:3.5rem}
@media (prefers-color-scheme:dark){.logo{padding:.625rem .875rem;border-radius:.625rem;background:#fff}}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 .75rem}
.chip{padding:.125rem .75rem;border-radius:999px;background:var(--ground);font-size:.875rem;font-weight:600}
.card{margin-top:1.5rem;padding:1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--paper)}
.soft{color:var(--soft)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`

/** Allows the style of the page, its own fonts and images, and nothing else. */
export const brandPagePolicy = (style: string) =>
  `${plainPagePolicy(style)}; font-src 'self'; img-src 'self'`
