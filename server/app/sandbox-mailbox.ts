import { escapeHtml } from '#domain/text/escape-html.ts'
import type { SandboxMail } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { plainPagePolicy } from '#server/http/content-security-policy.ts'

const STYLE = `
  :root { color-scheme: light dark; --line: light-dark(#e3e8e4, #29342f); --soft: light-dark(#55635d, #a5b3ac);
    --picked: light-dark(#e9f4ee, #1a2f27); --action: light-dark(#1d6b4d, #7fd3b1) }
  * { box-sizing: border-box }
  body { font: 0.9375rem/1.45 system-ui, sans-serif; margin: 0; color: light-dark(#22302b, #e7ede9);
    background: light-dark(#fff, #161e1a); display: grid; grid-template: auto minmax(0, 1fr) / 24rem minmax(0, 1fr);
    block-size: 100vh; block-size: 100dvh }
  header { grid-column: 1 / -1; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line) }
  h1 { font-size: 1.125rem; margin: 0 } h2 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere }
  p { margin: 0; color: var(--soft) }
  ol { list-style: none; margin: 0; padding: 0; overflow-y: auto; border-inline-end: 1px solid var(--line) }
  li a { display: grid; gap: 0.125rem; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line);
    color: inherit; text-decoration: none }
  li a:hover { background: light-dark(#f1f5f1, #1b2520) }
  a:focus-visible { outline: 2px solid light-dark(#1b4ed1, #a9c1ff); outline-offset: -2px }
  a[aria-current] { background: var(--picked); box-shadow: inset 3px 0 0 var(--action) }
  .line { display: flex; justify-content: space-between; gap: 0.75rem }
  .to { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .subject { overflow-wrap: anywhere } time { flex: none; color: var(--soft) }
  main { display: grid; grid-template-rows: auto minmax(0, 1fr); min-inline-size: 0 }
  main > div { display: grid; gap: 0.25rem; padding: 1rem 1.25rem; border-block-end: 1px solid var(--line) }
  main > p { padding: 1.25rem } iframe { inline-size: 100%; block-size: 100%; border: 0; background: #f4f7f5 }
  .back { display: none; color: var(--action) }
  @media (max-width: 47.99rem) {
    body { grid-template-columns: minmax(0, 1fr) }
    body.open ol, body:not(.open) main { display: none } ol { border: 0 } .back { display: block }
  }
`

/** The mailbox itself cannot run scripts. It frames the mails, which have a stricter policy of their own. */
export const MAILBOX_POLICY = `${plainPagePolicy(STYLE)}; frame-src 'self'`

type ListedMail = Pick<SandboxMail, 'id' | 'from' | 'to' | 'subject' | 'at'>

/** The sent mails as a mailbox shows them: a list, and beside it the mail that was opened. */
export function mailboxPage(mails: ListedMail[], openId: string | undefined): string {
  const chosen = mails.find(({ id }) => id === openId)
  // On a narrow screen, the list comes first.
  const open = chosen ?? mails[0]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Sandbox mailbox</title>
<style>${STYLE}</style></head>
<body${chosen ? ' class="open"' : ''}>
<header><h1>Sandbox mailbox</h1><p>This shop has no mail server. Its mails are stored here and not sent.</p></header>
<ol>${mails.map((mail) => row(mail, mail === open)).join('')}</ol>
<main>${open ? opened(open) : '<p>No mails yet.</p>'}</main>
</body></html>`
}

const row = ({ id, to, subject, at }: ListedMail, isOpen: boolean) =>
  `<li><a href="/sandbox/mails?mail=${encodeURIComponent(id)}"${isOpen ? ' aria-current="true"' : ''}>` +
  `<span class="line"><span class="to">${escapeHtml(to)}</span>${time(at)}</span>` +
  `<span class="subject">${escapeHtml(subject)}</span></a></li>`

const opened = ({ id, from, to, subject, at }: ListedMail) =>
  `<div><a class="back" href="/sandbox/mails">All mails</a><h2>${escapeHtml(subject)}</h2>` +
  `<p>From ${escapeHtml(from)}</p><p>To ${escapeHtml(to)} · ${time(at)}</p></div>` +
  `<iframe title="${escapeHtml(subject)}" src="/sandbox/mails/${encodeURIComponent(id)}"></iframe>`

const time = (at: Date) =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace('T', ' ')}</time>`
