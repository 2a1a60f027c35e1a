import { renderToStaticMarkup } from 'react-dom/server'

import { fullName } from '#domain/privacy/person-mask.ts'
import type { Seen } from '#contract/fulfilment/purchase-orders.supplier.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import { destination } from '#domain/fulfilment/delivery.ts'
import { type Language, languages } from '#domain/language.ts'
import { trackingLink } from '#domain/fulfilment/tracking-link.ts'
import { fillTemplate, localizedDate } from '#domain/content/text-template.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { wallTimeAt } from '#domain/time/zone-times.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type {
  Purchase,
  PurchaseLine,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import {
  type FormProps,
  Forms,
  nameOf,
  type Parcel,
  Resolve,
} from '#server/modules/fulfilment/suppliers/supplier-answer-forms.tsx'
import { type Typed, TYPED_FIELDS } from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import { STYLE } from '#server/modules/fulfilment/suppliers/supplier-page-style.ts'
import {
  SUPPLIER_TEXTS,
  type SupplierTexts,
} from '#server/modules/fulfilment/suppliers/supplier-texts.ts'

/**
 * 'mailed-just-now': a new link was requested, but one was sent a moment ago; 'passed-on': a task was created for
 * staff.
 */
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
type ShopContact = { name: string; telephone: string; email: string; logo: string | null }

export type SupplierView =
  | { kind: 'open'; purchase: Purchase; order: OrderRow; contact: ShopContact }
  /** When a newer link was sent; null if this is the newest link and has expired. */
  | { kind: 'over'; newerSince: Date | null }
  | { kind: 'unknown' }

type Result = {
  said?: Said | null
  typed?: Typed | null
  /** The lines that were open when the form was opened. */
  seen?: Seen | undefined
  /** In the back office: shown as the supplier sees it, without a way to answer. */
  preview?: boolean
}

/** The page of one purchase order in the supplier's language. */
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
          {view.kind === 'open' ? <Head {...view} words={words} /> : null}
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

type OverProps = Omit<FormProps, 'purchase'> & {
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

/** Shows unsaved input, so that it can be copied. */
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

function Head({
  purchase: { lines, confirmedAt },
  contact: { logo, name },
  words,
}: {
  purchase: Purchase
  contact: ShopContact
  words: SupplierTexts
}) {
  const isOpen = lines.some(({ state }) => state === 'open')
  const status = isOpen ? (confirmedAt === null ? 'waiting' : 'confirmed') : 'done'
  return (
    <>
      {logo === null ? null : (
        <span className="logo">
          <img src={logo} alt={name} />
        </span>
      )}
      <p className="chips">
        <span className="chip">{words[`status_${status}`]}</span>
      </p>
    </>
  )
}

function Contact({ name, telephone, email }: ShopContact) {
  return (
    <p>
      {name}
      {telephone === '' ? null : (
        <>
          {' · '}
          <a href={`tel:${telephone.replaceAll(' ', '')}`}>{telephone}</a>
        </>
      )}
      {email === '' ? null : (
        <>
          {' · '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
    </p>
  )
}

type OrderProps = FormProps & { order: OrderRow; contact: ShopContact }

function Order({ purchase, order, contact, ...shown }: OrderProps) {
  const { words, language } = shown
  const open = purchase.lines.filter(({ state }) => state === 'open')
  const to = destination(order.delivery, 'dropship')
  const name = fullName(order.person)
  const address = to?.to === 'address' ? addressLines(to.address, language, to.company) : []
  const country = to?.to === 'address' ? to.address.country || 'NL' : ''
  // A supplier abroad needs the country on the label, even if it is the shop's own.
  if (country === 'NL' && language !== 'nl')
    address.push(new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country)
  const { telephone } = order.person
  const day = localizedDate(dayAt(order.placedAt.getTime(), DEFAULT_ZONE), language)
  return (
    <>
      <Contact {...contact} />
      <p className="soft">{fillTemplate(words.ordered, { date: day })}</p>
      {purchase.lines.some(({ state }) => state === 'open' || state === 'sent') ? (
        <section className="card">
          <h2>{words.to}</h2>
          <p className="address">
            {[name, ...address].map((line, at) => (
              <span key={line}>
                {at === 0 ? null : <br />}
                {line}
              </span>
            ))}
          </p>
          {telephone === '' ? null : <p>{fillTemplate(words.telephone, { telephone })}</p>}
          <p className="soft">{words.intro}</p>
        </section>
      ) : null}
      <section className="card">
        <h2>{words.gifts}</h2>
        <ul>
          {purchase.lines.map((line) => (
            <li key={line.line}>
              <strong>{nameOf(line)}</strong>
              <br />
              <span className="soft">
                {fillTemplate(words.article, { sku: line.sku })}
                {line.state === 'open' ? null : ` · ${words[`state_${line.state}`]}`}
              </span>
              {line.state === 'declined' ? <p className="soft">{line.reason}</p> : null}
              {line.state === 'sent' ? <Followed parcel={parcelOf(line, order)} /> : null}
            </li>
          ))}
        </ul>
      </section>
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
