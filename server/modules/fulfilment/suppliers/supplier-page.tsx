import { renderToStaticMarkup } from 'react-dom/server'

import { MOST_LETTERS, type Seen } from '#contract/fulfilment/purchase-orders.supplier.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { destination } from '#domain/fulfilment/delivery.ts'
import { type Language, languages } from '#domain/language.ts'
import { trackingLink } from '#domain/fulfilment/tracking-link.ts'
import { fillTemplate, localizedDate } from '#domain/content/text-template.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { wallTimeAt } from '#domain/time/zone-times.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import { plainPagePolicy } from '#server/http/content-security-policy.ts'
import type {
  Purchase,
  PurchaseLine,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import {
  seenIn,
  type Typed,
  TYPED_FIELDS,
  type TypedField,
} from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import {
  SUPPLIER_TEXTS,
  type SupplierTexts,
} from '#server/modules/fulfilment/suppliers/supplier-texts.ts'

const STYLE = `
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

/** 'mailed-just-now': a new link was asked for, and the last one went out moments ago; 'passed-on': to a person. */
export type Said =
  | 'done'
  | 'late'
  | 'gone'
  | 'changed'
  | 'wrong'
  | 'too-long'
  | 'unreadable'
  | 'unsaved'
  | 'renewed'
  | 'mailed-just-now'
  | 'passed-on'

/** The shop's contact for the supplier; '' for a missing value. */
type Asker = { name: string; telephone: string; email: string }

export type SupplierView =
  | { kind: 'open'; purchase: Purchase; order: OrderRow; asker: Asker }
  /** Since when another link opens it; null: this one is the newest, and too old. */
  | { kind: 'over'; newerSince: Date | null }
  | { kind: 'unknown' }

type Result = {
  said?: Said | null
  typed?: Typed | null
  /** The lines that were open when the form was opened. */
  seen?: Seen | undefined
  /** At the back office: as the supplier sees it, and nothing can be answered. */
  preview?: boolean
}

/** The page of one purchase order, whole, in the supplier's language. */
export function supplierPage(
  view: SupplierView,
  language: Language,
  { said = null, typed = null, seen, preview = false }: Result,
): string {
  const words = SUPPLIER_TEXTS[language]
  const title =
    view.kind === 'open'
      ? fillTemplate(words.title, { number: view.purchase.number })
      : view.kind === 'over'
        ? words[view.newerSince ? 'newerTitle' : 'overTitle']
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
          {preview ? <p className="said">{words.preview}</p> : null}
          <h1>{title}</h1>
          {said === null ? null : (
            <div className="said" role="status">
              {words[said]}
              {view.kind === 'open' && seen && (said === 'changed' || said === 'gone') ? (
                <Fewer purchase={view.purchase} seen={seen} words={words} />
              ) : null}
            </div>
          )}
          {view.kind === 'open' ? (
            <Order {...view} words={words} language={language} typed={typed} preview={preview} />
          ) : null}
          {view.kind === 'over' ? (
            <Over
              {...view}
              words={words}
              language={language}
              said={said}
              typed={typed}
              preview={preview}
            />
          ) : null}
          {view.kind === 'unknown' ? <p>{words.unknownText}</p> : null}
        </main>
      </body>
    </html>,
  )}`
}

/** Lines with fewer units than the supplier saw. */
function Fewer({
  purchase: { lines },
  seen,
  words,
}: {
  purchase: Purchase
  seen: Seen
  words: SupplierTexts
}) {
  const fewer = lines.flatMap(({ line, name, variant, quantity, state }) => {
    const [was, now] = [seen.get(line), state === 'open' ? quantity : 0]
    if (was === undefined || was === now) return []
    const values = { name: [name, variant].filter(Boolean).join(', '), was: String(was) }
    return [fillTemplate(words.fewer, { ...values, now: String(now) })]
  })
  return fewer.map((one) => <div key={one}>{one}</div>)
}

type OverProps = Omit<Shown, 'purchase' | 'order' | 'asker'> & {
  newerSince: Date | null
  said: Said | null
}

function Over({ newerSince, words, language, said, typed, preview }: OverProps) {
  if (said === 'renewed' || said === 'passed-on') return null
  return (
    <>
      {typed ? <Unsaved typed={typed} words={words} /> : null}
      <form method="post">
        <p>
          {newerSince
            ? fillTemplate(words.newerText, {
                date: localizedDate(dayAt(newerSince.getTime(), DEFAULT_ZONE), language),
                time: wallTimeAt(newerSince.getTime(), DEFAULT_ZONE).slice(11, 16),
              })
            : words.overText}
        </p>
        <button name="what" value="renew" disabled={preview}>
          {words.renew}
        </button>
      </form>
    </>
  )
}

/** So that it can be copied to where it counts. */
function Unsaved({ typed: { fields }, words }: { typed: Typed; words: SupplierTexts }) {
  return (
    <dl>
      {TYPED_FIELDS.filter((name) => fields[name] !== '').map((name) => (
        <div key={name}>
          <dt className="soft">{words[name]}</dt>
          <dd>{fields[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

type Shown = {
  purchase: Purchase
  order: OrderRow
  asker: Asker
  words: SupplierTexts
  language: Language
  typed: Typed | null
  preview: boolean
}

function Order({ purchase, order, asker, ...shown }: Shown) {
  const { words, language } = shown
  const open = purchase.lines.filter(({ state }) => state === 'open')
  const to = destination(order.delivery, 'dropship')
  const { firstName, prefix, surname } = order.person
  const name = [firstName, prefix, surname].filter((part) => part !== '').join(' ')
  const address = to?.to === 'address' ? addressLines(to.address, language, to.company) : []
  const country = to?.to === 'address' ? to.address.country || 'NL' : ''
  // Who sends from elsewhere writes the country also where it is the shop's own.
  if (country === 'NL' && language !== 'nl')
    address.push(new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country)
  const { telephone } = order.person
  const day = localizedDate(dayAt(order.placedAt.getTime(), DEFAULT_ZONE), language)
  return (
    <>
      <p>{[asker.name, asker.telephone, asker.email].filter(Boolean).join(' · ')}</p>
      <p className="soft">{fillTemplate(words.ordered, { date: day })}</p>
      {purchase.lines.some(({ state }) => state === 'open' || state === 'sent') ? (
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
          {telephone === '' ? null : <p>{fillTemplate(words.telephone, { telephone })}</p>}
        </>
      ) : null}
      <h2>{words.gifts}</h2>
      <ul>
        {purchase.lines.map((line) => (
          <li key={line.line}>
            {nameOf(line)} <span className="soft">({words[`state_${line.state}`]})</span>
            <br />
            <span className="soft">{fillTemplate(words.article, { sku: line.sku })}</span>
            {line.state === 'declined' ? <p className="soft">{line.reason}</p> : null}
            {line.state === 'sent' ? <Followed parcel={parcelOf(line, order)} /> : null}
          </li>
        ))}
      </ul>
      {open.length === 0 ? <p>{words.allDone}</p> : null}
      {open.length === 0 && shown.typed && shown.typed.what !== 'resolve' ? (
        <Unsaved typed={shown.typed} words={words} />
      ) : null}
      {open.length > 0 ? <Forms open={open} purchase={purchase} {...shown} /> : null}
      {travelling(purchase, order).map((parcel) => (
        <Resolve key={parcel.code} parcel={parcel} {...shown} />
      ))}
    </>
  )
}

type Parcel = OrderRow['parcels'][number]

const parcelOf = ({ parcelCode }: PurchaseLine, { parcels }: OrderRow) =>
  parcels.find(({ code }) => code === parcelCode)

/** Parcels of this supplier that can still be corrected. */
const travelling = ({ lines }: Purchase, order: OrderRow) =>
  order.parcels.filter(
    (parcel) => parcel.state === 'sent' && lines.some((line) => parcelOf(line, order) === parcel),
  )

function Followed({ parcel }: { parcel: Parcel | undefined }) {
  if (!parcel) return null
  const { carrier, code, link } = parcel
  const words = `${carrier} ${code}`.trim()
  return (
    <p className="soft">
      {link !== null && trackingLink(link) !== null ? (
        <a href={link} rel="noreferrer">
          {words}
        </a>
      ) : (
        words
      )}
    </p>
  )
}

function Resolve({
  parcel: { code, carrier, link },
  words,
  typed,
  preview,
}: Pick<Shown, 'words' | 'typed' | 'preview'> & { parcel: Parcel }) {
  const again = typed?.what === 'resolve' && typed.parcel === code ? typed : null
  const is = { carrier, code, link: link ?? '', reason: '' }
  const filled: Typed = again ?? { what: 'resolve', lines: [], parcel: code, fields: is, wrong: {} }
  const title = fillTemplate(words.resolveTitle, { code })
  const id = `resolve-${code}`
  return (
    <details open={again !== null}>
      <summary>{title}</summary>
      <form method="post" aria-label={title}>
        <fieldset disabled={preview}>
          <input type="hidden" name="parcel" value={code} />
          <Field name="carrier" words={words} typed={filled} within={id} />
          <Field name="code" words={words} typed={filled} within={id} />
          <Field name="link" words={words} typed={filled} within={id} />
          <p className="soft">{words.resolveNote}</p>
          <button name="what" value="resolve" className="quiet">
            {words.resolve}
          </button>
        </fieldset>
      </form>
    </details>
  )
}

const nameOf = ({ quantity, name, variant }: PurchaseLine) =>
  `${quantity} × ${[name, variant].filter(Boolean).join(', ')}`

function Forms({
  open,
  purchase,
  words,
  language,
  typed,
  preview,
}: Omit<Shown, 'order' | 'asker'> & { open: PurchaseLine[] }) {
  const sent = typed?.what === 'sent' ? typed : null
  const declined = typed?.what === 'decline' ? typed : null
  const forms = (
    <>
      {purchase.confirmedAt === null ? (
        <form method="post">
          <AsShown open={open} />
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
        <AsShown open={open} />
        <Lines open={open} words={words} legend={words.sentLines} checked typed={sent} />
        <Field name="carrier" words={words} typed={sent} />
        <Field name="code" words={words} typed={sent} />
        <Field name="link" words={words} typed={sent} />
        <button name="what" value="sent">
          {words.sent}
        </button>
      </form>
      <h2 id="decline">{words.declineTitle}</h2>
      <form method="post" aria-labelledby="decline">
        <AsShown open={open} />
        <Lines open={open} words={words} legend={words.declineLines} typed={declined} />
        <Field name="reason" words={words} typed={declined} />
        <p className="soft">{words.declineNote}</p>
        <button name="what" value="decline" className="quiet">
          {words.decline}
        </button>
      </form>
    </>
  )
  return preview ? <fieldset disabled>{forms}</fieldset> : forms
}

/** Prevents an answer to lines that the supplier has not seen. */
const AsShown = ({ open }: { open: PurchaseLine[] }) => (
  <input type="hidden" name="seen" value={seenIn(open)} />
)

function Lines({
  open,
  words,
  legend,
  checked = false,
  typed,
}: {
  open: PurchaseLine[]
  words: SupplierTexts
  legend: string
  checked?: boolean
  typed: Typed | null
}) {
  const isWrong = typed?.wrong.line !== undefined
  const id = `${legend === words.sentLines ? 'sent' : 'decline'}-line-wrong`
  return (
    <fieldset aria-describedby={isWrong ? id : undefined}>
      <legend>{legend}</legend>
      {open.map((line, at) => (
        <label key={line.line}>
          <input
            type="checkbox"
            name="line"
            value={line.line}
            defaultChecked={typed ? typed.lines.includes(String(line.line)) : checked}
            // The page was loaded again and has no script: nothing else leads to the error.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isWrong && at === 0}
          />
          {nameOf(line)}
        </label>
      ))}
      {isWrong ? (
        <span id={id} className="wrong">
          {words.wrong_line}
        </span>
      ) : null}
    </fieldset>
  )
}

function Field({
  name,
  words,
  typed,
  within = '',
}: {
  name: TypedField
  words: SupplierTexts
  typed: Typed | null
  /** Which of several forms with this field. */
  within?: string
}) {
  const wrong = typed?.wrong[name]
  const isFirst = (['line', ...TYPED_FIELDS] as const).find((one) => typed?.wrong[one]) === name
  const isLink = name === 'link'
  const id = `${within}${name}-wrong`
  return (
    <label className="field">
      {words[name]}
      <input
        type={isLink ? 'url' : 'text'}
        name={name}
        required={!isLink}
        maxLength={MOST_LETTERS[name]}
        defaultValue={typed?.fields[name]}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong ? id : undefined}
        // The first that is wrong.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
      />
      {wrong ? (
        <span id={id} className="wrong">
          {fillTemplate(words[`wrong_${wrong}`], { most: String(MOST_LETTERS[name]) })}
        </span>
      ) : null}
    </label>
  )
}
