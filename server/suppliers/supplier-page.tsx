import { createHash } from 'node:crypto'

import { renderToStaticMarkup } from 'react-dom/server'

import { addressLines } from '#domain/address-lines.ts'
import { destination } from '#domain/delivery.ts'
import { type Language, languages } from '#domain/language.ts'
import { fillTemplate, localizedDate } from '#domain/text-template.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/zone-days.ts'
import type { OrderRow } from '#server/books/order-queries.ts'
import type { Purchase, PurchaseLine } from '#server/orders/purchase-queries.ts'
import { SUPPLIER_WORDS, type SupplierWords } from '#server/suppliers/supplier-words.ts'

const STYLE = `
:root{color-scheme:light dark;--line:#cfd6d2;--soft:#51605a;--paper:#fff;--ink:#17241e;--main:#17543a;--on:#fff}
@media (prefers-color-scheme:dark){:root{--line:#3c4a44;--soft:#b3c2bb;--paper:#141b18;--ink:#eef4f1;--main:#8fd3b4;--on:#0e1a14}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:42rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.125rem;margin:2rem 0 .5rem}
ul{list-style:none;padding:0;margin:0}li{padding:.5rem 0;border-bottom:1px solid var(--line)}
.soft{color:var(--soft)}.said{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
form{display:grid;gap:1rem;margin:0}fieldset{border:0;padding:0;margin:0;display:grid;gap:.25rem}
legend,label{font-weight:600;padding:0}fieldset label{font-weight:400;display:flex;gap:.75rem;align-items:center;min-height:2.75rem}
input[type=checkbox]{width:1.25rem;height:1.25rem;flex:none}
.field{display:grid;gap:.25rem}
input[type=text],input[type=url]{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--paper);color:var(--ink)}
button{font:inherit;font-weight:600;justify-self:start;min-height:2.75rem;padding:.5rem 1.25rem;border:2px solid var(--main);border-radius:.5rem;background:var(--main);color:var(--on);cursor:pointer}
.quiet{background:transparent;color:var(--main)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
`

/** No script, no frame, nothing from elsewhere; the address, which opens it, is told to nobody. */
export const SUPPLIER_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'content-type': 'text/html; charset=utf-8',
} as const

export type Said = 'done' | 'late' | 'wrong' | 'renewed'

export type SupplierView =
  | { kind: 'open'; purchase: Purchase; order: OrderRow }
  | { kind: 'over' }
  | { kind: 'unknown' }

/** The page of one purchase order, whole, in the supplier's language. */
export function supplierPage(view: SupplierView, language: Language, said: Said | null): string {
  const words = SUPPLIER_WORDS[language]
  const title =
    view.kind === 'open'
      ? fillTemplate(words.title, { number: view.purchase.number })
      : view.kind === 'over'
        ? words.overTitle
        : words.unknownTitle
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={languages[language].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {said === null ? null : (
            <p className="said" role="status">
              {words[said]}
            </p>
          )}
          {view.kind === 'open' ? <Order {...view} words={words} language={language} /> : null}
          {view.kind === 'over' ? <Over words={words} said={said} /> : null}
          {view.kind === 'unknown' ? <p>{words.unknownText}</p> : null}
        </main>
      </body>
    </html>,
  )}`
}

function Over({ words, said }: { words: SupplierWords; said: Said | null }) {
  if (said === 'renewed') return null
  return (
    <form method="post">
      <p>{words.overText}</p>
      <button name="what" value="renew">
        {words.renew}
      </button>
    </form>
  )
}

type Shown = { purchase: Purchase; order: OrderRow; words: SupplierWords; language: Language }

function Order({ purchase, order, words, language }: Shown) {
  const open = purchase.lines.filter(({ state }) => state === 'open')
  const to = destination(order.delivery, 'dropship')
  const { firstName, prefix, surname } = order.person
  const name = [firstName, prefix, surname].filter((part) => part !== '').join(' ')
  const address = to?.to === 'address' ? addressLines(to.address, language, to.company) : []
  return (
    <>
      <p>{words.intro}</p>
      <h2>{words.to}</h2>
      <p>
        {[name, ...address].map((line, at) => (
          <span key={line}>
            {at === 0 ? null : <br />}
            {line}
          </span>
        ))}
      </p>
      <h2>{words.gifts}</h2>
      <ul>
        {purchase.lines.map((line) => (
          <li key={line.line}>
            {nameOf(line)} <span className="soft">({words[`state_${line.state}`]})</span>
            <br />
            <span className="soft">{fillTemplate(words.article, { sku: line.sku })}</span>
            {line.state === 'declined' ? <p className="soft">{line.reason}</p> : null}
            {line.state === 'sent' ? <p className="soft">{line.parcelCode}</p> : null}
          </li>
        ))}
      </ul>
      {open.length === 0 ? <p>{words.allDone}</p> : null}
      {open.length > 0 ? (
        <Forms open={open} purchase={purchase} words={words} language={language} />
      ) : null}
    </>
  )
}

const nameOf = ({ quantity, name, variant }: PurchaseLine) =>
  `${quantity} × ${[name, variant].filter(Boolean).join(', ')}`

function Forms({
  open,
  purchase,
  words,
  language,
}: Omit<Shown, 'order'> & { open: PurchaseLine[] }) {
  return (
    <>
      {purchase.confirmedAt === null ? (
        <form method="post">
          <p />
          <button name="what" value="confirm">
            {words.confirm}
          </button>
        </form>
      ) : (
        <p className="soft">
          {fillTemplate(words.confirmed, {
            date: localizedDate(dayAt(purchase.confirmedAt.getTime(), DEFAULT_ZONE), language),
          })}
        </p>
      )}
      <h2 id="sent">{words.sentTitle}</h2>
      <form method="post" aria-labelledby="sent">
        <Lines open={open} legend={words.sentLines} checked />
        <Field name="carrier" label={words.carrier} required />
        <Field name="code" label={words.code} required />
        <Field name="link" label={words.link} type="url" />
        <button name="what" value="sent">
          {words.sent}
        </button>
      </form>
      <h2 id="decline">{words.declineTitle}</h2>
      <form method="post" aria-labelledby="decline">
        <Lines open={open} legend={words.declineLines} />
        <Field name="reason" label={words.reason} required />
        <p className="soft">{words.declineNote}</p>
        <button name="what" value="decline" className="quiet">
          {words.decline}
        </button>
      </form>
    </>
  )
}

function Lines({
  open,
  legend,
  checked = false,
}: {
  open: PurchaseLine[]
  legend: string
  checked?: boolean
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {open.map((line) => (
        <label key={line.line}>
          <input type="checkbox" name="line" value={line.line} defaultChecked={checked} />
          {nameOf(line)}
        </label>
      ))}
    </fieldset>
  )
}

function Field({
  name,
  label,
  type = 'text',
  required = false,
}: {
  name: string
  label: string
  type?: 'text' | 'url'
  required?: boolean
}) {
  return (
    <label className="field">
      {label}
      <input type={type} name={name} required={required} maxLength={name === 'link' ? 500 : 200} />
    </label>
  )
}
