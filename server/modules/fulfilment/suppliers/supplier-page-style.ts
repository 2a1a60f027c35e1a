import { plainPagePolicy } from '#server/http/content-security-policy.ts'

export const STYLE = `
:root{color-scheme:light dark;--line:#cfd6d2;--soft:#51605a;--paper:#fff;--ink:#17241e;--main:#17543a;--on:#fff;--bad:#a3180f}
@media (prefers-color-scheme:dark){:root{--line:#3c4a44;--soft:#b3c2bb;--paper:#141b18;--ink:#eef4f1;--main:#8fd3b4;--on:#0e1a14;--bad:#ffb4a8}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.125rem;margin:2rem 0 .5rem}
ul{list-style:none;padding:0;margin:0}li{padding:.5rem 0;border-bottom:1px solid var(--line)}
.soft{color:var(--soft)}.wrong{color:var(--bad);font-weight:600}dl{margin:1rem 0}dd{margin:0 0 .5rem}.said{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
details{margin:1.5rem 0}summary{cursor:pointer;font-weight:600;padding:.625rem 0;margin-bottom:.5rem}a{color:var(--main)}
form{display:grid;gap:1rem;margin:0}fieldset{border:0;padding:0;margin:0;display:grid;gap:.25rem}
legend,label{font-weight:600;padding:0}fieldset label{font-weight:400;display:flex;gap:.75rem;align-items:center;min-height:2.75rem}
input[type=checkbox]{width:1.25rem;height:1.25rem;flex:none}
.field{display:grid;gap:.25rem}
input[type=text],input[type=url]{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--paper);color:var(--ink)}
button{font:inherit;font-weight:600;justify-self:start;min-height:2.75rem;padding:.5rem 1.25rem;border:2px solid var(--main);border-radius:.5rem;background:var(--main);color:var(--on);cursor:pointer}
.quiet{background:transparent;color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`

/** No script, no frame, no external content. The address grants access, so it is never sent as a referrer. */
export const SUPPLIER_HEADERS = {
  'content-security-policy': `${plainPagePolicy(STYLE)}; form-action 'self'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'content-type': 'text/html; charset=utf-8',
} as const
