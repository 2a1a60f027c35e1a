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
  describeLine,
  CorrectParcelForm,
  type Parcel,
} from '#server/modules/fulfilment/suppliers/supplier-answer-forms.tsx'
import {
  FORM_FIELDS,
  type InvalidForm,
} from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import { STYLE } from '#server/modules/fulfilment/suppliers/supplier-page-style.ts'
import {
  SUPPLIER_TEXTS,
  type SupplierTexts,
} from '#server/modules/fulfilment/suppliers/supplier-texts.ts'

/**
 * The message on the page. 'mailed-just-now': a new link was requested, but one was sent a moment ago; 'passed-on': a task was created for
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
  typed?: InvalidForm | null
  /** The lines that were open when the form was opened. */
  seen?: Seen | undefined
  /** true in the back office: the page cannot be answered. */
  preview?: boolean
}

/** The page of one purchase order in the supplier's language. */
export function supplierPage(
  view: SupplierView,
  language: Language,
  { said = null, typed = null, seen, preview = false }: Result,
): string {
  const texts = SUPPLIER_TEXTS[language]
  const title =
    view.kind === 'open'
      ? fillTemplate(texts.title, { number: view.purchase.number })
      : view.kind === 'over'
        ? texts[view.newerSince ? 'newerTitle' : 'overTitle']
        : texts.unknownTitle
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
          {preview ? <p className="said">{texts.preview}</p> : null}
          {view.kind === 'open' ? <LogoAndStatus {...view} texts={texts} /> : null}
          <h1>{title}</h1>
          {said === null ? null : (
            <div className="said" role="status">
              {texts[said]}
              {view.kind === 'open' && seen && (said === 'changed' || said === 'gone') ? (
                <ChangedQuantities purchase={view.purchase} seen={seen} texts={texts} />
              ) : null}
            </div>
          )}
          {view.kind === 'open' ? (
            <Order {...view} texts={texts} language={language} typed={typed} preview={preview} />
          ) : null}
          {view.kind === 'over' ? (
            <ExpiredLink
              {...view}
              texts={texts}
              language={language}
              said={said}
              typed={typed}
              preview={preview}
            />
          ) : null}
          {view.kind === 'unknown' ? <p>{texts.unknownText}</p> : null}
        </main>
      </body>
    </html>,
  )}`
}

/** Lists the lines whose open quantity differs from what the supplier saw. */
function ChangedQuantities({
  purchase: { lines },
  seen,
  texts,
}: {
  purchase: Purchase
  seen: Seen
  texts: SupplierTexts
}) {
  const changes = lines.flatMap(({ line, name, variant, quantity, state }) => {
    const before = seen.get(line)
    const now = state === 'open' ? quantity : 0
    if (before === undefined || before === now) return []
    const values = {
      name: [name, variant].filter(Boolean).join(', '),
      was: String(before),
      now: String(now),
    }
    return [fillTemplate(texts.fewer, values)]
  })
  return changes.map((text) => <div key={text}>{text}</div>)
}

type ExpiredLinkProps = Omit<FormProps, 'purchase'> & {
  newerSince: Date | null
  said: Said | null
}

function ExpiredLink({ newerSince, texts, language, said, typed, preview }: ExpiredLinkProps) {
  if (said === 'renewed' || said === 'passed-on') return null
  return (
    <>
      {typed ? <Unsaved typed={typed} texts={texts} /> : null}
      <form method="post">
        <p>
          {newerSince
            ? fillTemplate(texts.newerText, {
                date: localizedDate(dayAt(newerSince.getTime(), DEFAULT_ZONE), language),
                time: wallTimeAt(newerSince.getTime(), DEFAULT_ZONE).slice(11, 16),
              })
            : texts.overText}
        </p>
        <button name="what" value="renew" disabled={preview}>
          {texts.renew}
        </button>
      </form>
    </>
  )
}

/** Shows unsaved input, so that it can be copied. */
function Unsaved({ typed: { fields }, texts }: { typed: InvalidForm; texts: SupplierTexts }) {
  return (
    <dl>
      {FORM_FIELDS.filter((name) => fields[name] !== '').map((name) => (
        <div key={name}>
          <dt className="soft">{texts[name]}</dt>
          <dd>{fields[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function LogoAndStatus({
  purchase: { lines, confirmedAt },
  contact: { logo, name },
  texts,
}: {
  purchase: Purchase
  contact: ShopContact
  texts: SupplierTexts
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
        <span className="chip">{texts[`status_${status}`]}</span>
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

function Order({ purchase, order, contact, ...formProps }: OrderProps) {
  const { texts, language } = formProps
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
      <p className="soft">{fillTemplate(texts.ordered, { date: day })}</p>
      {purchase.lines.some(({ state }) => state === 'open' || state === 'sent') ? (
        <section className="card">
          <h2>{texts.to}</h2>
          <p className="address">
            {[name, ...address].map((line, index) => (
              <span key={line}>
                {index === 0 ? null : <br />}
                {line}
              </span>
            ))}
          </p>
          {telephone === '' ? null : <p>{fillTemplate(texts.telephone, { telephone })}</p>}
          <p className="soft">{texts.intro}</p>
        </section>
      ) : null}
      <section className="card">
        <h2>{texts.gifts}</h2>
        <ul>
          {purchase.lines.map((line) => (
            <li key={line.line}>
              <strong>{describeLine(line)}</strong>
              <br />
              <span className="soft">
                {fillTemplate(texts.article, { sku: line.sku })}
                {line.state === 'open' ? null : ` · ${texts[`state_${line.state}`]}`}
              </span>
              {line.state === 'declined' ? <p className="soft">{line.reason}</p> : null}
              {line.state === 'sent' ? <TrackingLink parcel={parcelOf(line, order)} /> : null}
            </li>
          ))}
        </ul>
      </section>
      {open.length === 0 ? <p>{texts.allDone}</p> : null}
      {open.length === 0 && formProps.typed && formProps.typed.what !== 'resolve' ? (
        <Unsaved typed={formProps.typed} texts={texts} />
      ) : null}
      {open.length > 0 ? <Forms open={open} purchase={purchase} {...formProps} /> : null}
      {correctableParcels(purchase, order).map((parcel) => (
        <CorrectParcelForm key={parcel.code} parcel={parcel} {...formProps} />
      ))}
    </>
  )
}

const parcelOf = ({ parcelCode }: PurchaseLine, { parcels }: OrderRow) =>
  parcels.find(({ code }) => code === parcelCode)

/** Parcels of this supplier that can still be corrected. */
const correctableParcels = ({ lines }: Purchase, order: OrderRow) =>
  order.parcels.filter(
    (parcel) => parcel.state === 'sent' && lines.some((line) => parcelOf(line, order) === parcel),
  )

function TrackingLink({ parcel }: { parcel: Parcel | undefined }) {
  if (!parcel) return null
  const { carrier, code, link } = parcel
  const label = `${carrier} ${code}`.trim()
  return (
    <p className="soft">
      {link !== null && trackingLink(link) !== null ? (
        <a href={link} rel="noreferrer">
          {label}
        </a>
      ) : (
        label
      )}
    </p>
  )
}
