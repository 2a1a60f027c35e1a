import { BRAND_STYLE, brandPagePolicy } from '#server/http/brand-page.ts'

export const STYLE = `${BRAND_STYLE}
ul{list-style:none;padding:0;margin:0}li{padding:.75rem 0;border-bottom:1px solid var(--line)}li:first-child{padding-top:0}li:last-child{padding-bottom:0;border:0}
.address{font-size:1.125rem;margin:0;user-select:all}
.wrong{color:var(--bad);font-weight:600}dl{margin:1rem 0}dd{margin:0 0 .5rem}.said{margin-top:1.5rem;padding:.75rem 1rem;border-radius:.75rem;background:var(--ground)}
summary{cursor:pointer;font-weight:600;padding:.375rem 0}details[open] summary{margin-bottom:1rem}
form{display:grid;gap:1.25rem;margin:0}fieldset{border:0;padding:0;margin:0;min-width:0;display:grid;gap:.25rem}
legend,label{font-weight:600;padding:0}fieldset label{font-weight:400;display:flex;gap:.75rem;align-items:center;min-height:2.75rem}
input[type=checkbox]{width:1.25rem;height:1.25rem;flex:none;accent-color:var(--main)}
fieldset .field,.field{display:grid;gap:.25rem;font-weight:600;align-items:stretch}
input[type=text],input[type=url],select{font:inherit;font-weight:400;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--paper);color:var(--ink)}
@supports selector(:has(*)){.other{display:none}.field:has(option[value=other]:checked)+.other{display:grid}}
button{font:inherit;font-weight:600;justify-self:start;min-height:2.75rem;padding:.5rem 1.5rem;border:2px solid var(--main);border-radius:999px;background:var(--main);color:var(--on);cursor:pointer}
.quiet{background:transparent;color:var(--main)}
`

/** No script, no frame, no external content. The address grants access, so it is never sent as a referrer. */
export const SUPPLIER_HEADERS = {
  'content-security-policy': `${brandPagePolicy(STYLE)}; form-action 'self'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'content-type': 'text/html; charset=utf-8',
} as const
