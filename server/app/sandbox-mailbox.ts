import { type MailTemplate, MAILS } from '#domain/mail/mails.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { BRAND_FONTS_PATH, brandPagePolicy, fontFaces } from '#server/http/brand-page.ts'
import type { SandboxMail } from '#server/modules/mail/delivery/sandbox-mailer.ts'

const STYLE = `
  ${fontFaces(BRAND_FONTS_PATH)}
  :root { color-scheme: light dark; --line: light-dark(#e3e8e4, #29342f); --soft: light-dark(#55635d, #a5b3ac);
    --picked: light-dark(#e9f4ee, #1a2f27); --band: light-dark(#f4f7f5, #1b2520); --action: light-dark(#1d6b4d, #7fd3b1); --edge: light-dark(#74827b, #8b9a93) }
  * { box-sizing: border-box }
  body { font: 0.9375rem/1.45 Figtree, system-ui, sans-serif; margin: 0; color: light-dark(#22302b, #e7ede9);
    background: light-dark(#fff, #161e1a); display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 26rem) minmax(0, 1fr); block-size: 100vh; block-size: 100dvh }
  header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center;
    justify-content: space-between; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line) }
  h1, main h2 { font-family: "Hedvig Letters Serif", Georgia, serif; font-weight: 400; margin: 0 }
  h1 { font-size: 1.5rem } main h2 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
  p { margin: 0; color: var(--soft) }
  form { display: flex; gap: 0.5rem }
  input { font: inherit; min-block-size: 2.75rem; inline-size: 16rem; max-inline-size: 100%; padding: 0 1rem;
    border: 1px solid var(--edge); border-radius: 999px; background: transparent; color: inherit }
  button { font: inherit; font-weight: 600; min-block-size: 2.75rem; padding: 0 1.125rem; border: 1px solid var(--action);
    border-radius: 999px; background: transparent; color: var(--action); cursor: pointer }
  .list, main { grid-row: 2; display: grid; grid-template-rows: auto minmax(0, 1fr); min-inline-size: 0 }
  .list { border-inline-end: 1px solid var(--line) }
  nav { display: flex; flex-wrap: wrap; gap: 0.25rem }
  .kinds { padding: 0.5rem 0.75rem; border-block-end: 1px solid var(--line) }
  nav a { padding: 0.5rem 0.875rem; border-radius: 999px; color: inherit; text-decoration: none }
  nav a[aria-current] { font-weight: 600 }
  .days { overflow-y: auto } .none { padding: 1.25rem }
  .days h2 { position: sticky; inset-block-start: 0; margin: 0; padding: 0.5rem 1.25rem; background: var(--band);
    color: var(--soft); font-size: 0.8125rem; font-weight: 600 }
  ol { list-style: none; margin: 0; padding: 0 }
  li a { display: grid; gap: 0.125rem; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line);
    color: inherit; text-decoration: none }
  li a:hover, nav a:hover { background: var(--band) }
  :focus-visible { outline: 2px solid light-dark(#1b4ed1, #a9c1ff); outline-offset: -2px }
  a[aria-current], a[aria-current]:hover { background: var(--picked) }
  li a[aria-current] { box-shadow: inset 3px 0 0 var(--action) }
  .line { display: flex; justify-content: space-between; gap: 0.75rem; min-inline-size: 0; color: var(--soft); font-size: 0.875rem }
  .to, .start { min-inline-size: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .subject { overflow-wrap: anywhere } .unread .subject { font-weight: 700 } .unread .to { color: light-dark(#22302b, #e7ede9); font-weight: 600 }
  .unread .to::before { content: ""; display: inline-block; inline-size: 0.5rem; block-size: 0.5rem; margin-inline-end: 0.5rem; border-radius: 50%; background: var(--action) }
  .new { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%) } .start { color: var(--soft); font-size: 0.875rem } time { flex: none }
  main > div { display: grid; gap: 0.25rem; padding: 1rem 1.25rem 0.5rem; border-block-end: 1px solid var(--line) }
  main > div p { overflow-wrap: anywhere } main nav { margin: 0.25rem -0.875rem 0 }
  iframe { inline-size: 100%; block-size: 100%; border: 0; background: #f4f7f5 }
  pre { margin: 0; padding: 1.25rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.875rem }
  .back { display: none; color: var(--action); font-weight: 600; text-decoration: none; padding-block: 0.625rem }
  .back::before { content: "\\2039"; margin-inline-end: 0.5rem }
  @media (max-width: 47.99rem) {
    body { grid-template-columns: minmax(0, 1fr) } form { inline-size: 100% } input { flex: auto; inline-size: 0 }
    body.open .list, body.open header, body:not(.open) main { display: none } .list { border: 0 } .back { display: block }
    .list li a[aria-current] { background: none; box-shadow: none }
    main > div { padding-block-start: 0 } main h2 { font-size: 1.25rem }
  }
`

/** The mailbox cannot run scripts. It shows mails in frames, which have a stricter policy. */
export const MAILBOX_POLICY = `${brandPagePolicy(STYLE)}; frame-src 'self'`

type ListedMail = Pick<SandboxMail, 'id' | 'from' | 'to' | 'subject' | 'html' | 'text' | 'at'>

const KINDS = { holder: 'Recipients', supplier: 'Suppliers', staff: 'Staff' } as const
type Kind = keyof typeof KINDS

/** The group of recipients of this mail template. Mails without a template are invitations to recipients. */
function kindOf(template: MailTemplate | undefined): Kind {
  const to = template === undefined ? 'holder' : MAILS[template].to
  return to === 'holder' || to === 'supplier' ? to : 'staff'
}

type Mailbox = {
  mails: readonly ListedMail[]
  /** Templates by mail id. */
  templates: ReadonlyMap<string, MailTemplate>
  /** The ids of the mails that were opened. */
  read: ReadonlySet<string>
  now: Date
  mail?: string | undefined
  kind?: string | undefined
  search?: string | undefined
  /** `text`: the opened mail as plain text. */
  view?: string | undefined
}

/** The sent mails as a mailbox: a list, and beside it the opened mail. */
export function mailboxPage(mailbox: Mailbox): string {
  const { mails, templates, read, now, mail: openId, kind, search = '', view } = mailbox
  const searchText = search.trim().toLowerCase()
  const shown = mails.filter(
    ({ id, to, subject }) =>
      (kind === undefined || kindOf(templates.get(id)) === kind) &&
      `${to} ${subject}`.toLowerCase().includes(searchText),
  )
  const requestedMail = mails.find(({ id }) => id === openId)
  // On a narrow screen, the list comes first.
  const shownMail = requestedMail ?? shown[0]
  const address = (part: Record<string, string | undefined>) => addressOf({ kind, search, ...part })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Sandbox mailbox</title>
<style>${STYLE}</style></head>
<body${requestedMail ? ' class="open"' : ''}>
<header><div><h1>Sandbox mailbox</h1><p>This shop has no mail server. Its emails are stored here and not sent.</p></div>
${searchForm(kind, search)}</header>
<div class="list"><nav class="kinds" aria-label="Sent to">${kindLinks(kind, address)}</nav>
${
  shown.length > 0
    ? `<div class="days">${byDay(shown, now)
        .map(
          ([day, sent]) =>
            `<h2>${day}</h2><ol>${sent.map((mail) => listItem(mail, { isOpen: mail === shownMail, isRead: read.has(mail.id), address })).join('')}</ol>`,
        )
        .join('')}</div>`
    : '<p class="none">No emails found.</p>'
}</div>
<main>${shownMail ? openedMail(shownMail, { now, plain: view === 'text', address }) : '<p class="none">No email selected.</p>'}</main>
</body></html>`
}

function addressOf(parts: Record<string, string | undefined>): string {
  const filled = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')
  const query = new URLSearchParams(filled as [string, string][]).toString()
  return escapeHtml(query === '' ? '/sandbox/mails' : `/sandbox/mails?${query}`)
}

type AddressOf = (part: Record<string, string | undefined>) => string

const searchForm = (kind: string | undefined, search: string) =>
  `<form role="search">${kind === undefined ? '' : `<input type="hidden" name="kind" value="${escapeHtml(kind)}">`}` +
  `<input type="search" name="search" aria-label="Address or subject" placeholder="Address or subject" value="${escapeHtml(search)}">` +
  '<button>Search</button></form>'

const kindLinks = (kind: string | undefined, address: AddressOf) =>
  [[undefined, 'All'] as const, ...Object.entries(KINDS)]
    .map(
      ([value, name]) =>
        `<a href="${address({ kind: value })}"${value === kind ? ' aria-current="true"' : ''}>${name}</a>`,
    )
    .join('')

/** Days in the shop's time zone, as in the mails. */
function byDay(mails: readonly ListedMail[], now: Date): [string, ListedMail[]][] {
  const days = new Map<string, ListedMail[]>()
  for (const mail of mails) {
    const day = dayName(mail.at, now)
    days.set(day, [...(days.get(day) ?? []), mail])
  }
  return [...days]
}

type ItemOptions = { isOpen: boolean; isRead: boolean; address: AddressOf }

const listItem = (
  { id, to, subject, html, text, at }: ListedMail,
  { isOpen, isRead, address }: ItemOptions,
) =>
  `<li><a href="${address({ mail: id })}"${isRead ? '' : ' class="unread"'}${isOpen ? ' aria-current="true"' : ''}>` +
  `<span class="line"><span class="to">${isRead ? '' : '<span class="new">Unread: </span>'}${escapeHtml(to)}</span>` +
  `<time datetime="${at.toISOString()}">${timeFormat.format(at)}</time></span>` +
  `<span class="subject">${escapeHtml(subject)}</span>` +
  `<span class="start">${previewOf(html) ?? escapeHtml(textPreview(text))}</span></a></li>`

/** The preview text that every mail has for the list of a mailbox, still escaped as in the mail. */
const previewOf = (html: string) => /data-skip-in-text="true">([^<]+)/.exec(html)?.[1]

const PREVIEW_LENGTH = 120

/** The first words, on one line. */
const textPreview = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH)

type OpenedOptions = { now: Date; plain: boolean; address: AddressOf }

const openedMail = (mail: ListedMail, { now, plain, address }: OpenedOptions) => {
  const { id, from, to, subject, text, at } = mail
  const view = (name: string, parts: Record<string, string | undefined>, current: boolean) =>
    `<a href="${address({ mail: id, ...parts })}"${current ? ' aria-current="true"' : ''}>${name}</a>`
  return (
    `<div><a class="back" href="${address({ mail: undefined })}">All emails</a><h2>${escapeHtml(subject)}</h2>` +
    `<p>From ${escapeHtml(from)}</p><p>To ${escapeHtml(to)}</p>` +
    `<p><time datetime="${at.toISOString()}">${dayName(at, now)}, ${timeFormat.format(at)}</time></p>` +
    `<nav aria-label="Format">${view('Email', {}, !plain)}${view('Plain text', { view: 'text' }, plain)}</nav></div>` +
    (plain
      ? `<pre>${escapeHtml(text)}</pre>`
      : `<iframe title="${escapeHtml(subject)}" src="/sandbox/mails/${encodeURIComponent(id)}"></iframe>`)
  )
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: DEFAULT_ZONE })
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: DEFAULT_ZONE })

function dayName(at: Date, now: Date): string {
  const today = dayAt(now.getTime(), DEFAULT_ZONE)
  const sent = dayAt(at.getTime(), DEFAULT_ZONE)
  return sent === today
    ? 'Today'
    : sent === addDays(today, -1)
      ? 'Yesterday'
      : dateFormat.format(at)
}
