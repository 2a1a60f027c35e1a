import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { addressLines } from '#domain/addresses/address-lines.ts'
import { destination } from '#domain/fulfilment/delivery.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import { type Language, languages } from '#domain/language.ts'
import { BRAND_STYLE, brandPagePolicy } from '#server/http/brand-page.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { findParcelOrder } from '#server/modules/fulfilment/parcels/parcel.sql.ts'
import { SANDBOX_TEXTS } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-texts.ts'
import { type MailTheme, mailTheme, picturePath } from '#server/modules/mail/layout/mail-theme.ts'
import { arrivalHeadline } from '#server/modules/mail/templates/orders/arrival-texts.ts'
import {
  possibleContents,
  linesInParcel,
} from '#server/modules/mail/templates/orders/order-shipped.tsx'
import { findOrder, type OrderRow, type Parcel } from '#server/modules/orders/order.sql.ts'

const STYLE = `${BRAND_STYLE}
.expected{font-size:1.125rem}
.steps{list-style:none;margin:0;padding:0}
.steps li{position:relative;padding:0 0 1.25rem 2rem}.steps li:last-child{padding-bottom:0}
.steps li::before{content:"";position:absolute;inset:.3rem auto auto 0;inline-size:.9rem;block-size:.9rem;border:2px solid var(--edge);border-radius:50%;background:var(--paper)}
.steps li:not(:last-child)::after{content:"";position:absolute;inset:1.35rem auto -.15rem .39rem;inline-size:2px;background:var(--line)}
.steps .done::before{border-color:var(--main);background:var(--main)}
.steps .now::before{border-color:var(--main)}.steps .now{font-weight:600}
.steps time{display:block;color:var(--soft);font-size:.875rem;font-weight:400}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem;margin:0}dt{color:var(--soft)}dd{margin:0}
.back{margin-top:1.5rem}
`
export const PARCEL_POLICY = brandPagePolicy(STYLE)

type ParcelView = { order: OrderRow; parcel: Parcel; theme: MailTheme; logo: string; now: Date }

/** A carrier's tracking page for one parcel of the sandbox, in the language of its order. */
export async function parcelPage(shop: Shop, code: string, fallback: Language): Promise<string> {
  const number = await findParcelOrder(shop.sql, code)
  const order = number === undefined ? undefined : await findOrder(shop.sql, number)
  const model = order && (await shop.models.channel(order.channelId))
  const parcel = order?.parcels.find((candidate) => candidate.code === code)
  if (!order || !model || !parcel)
    return page(fallback, code, <UnknownParcel language={fallback} />)
  const theme = mailTheme(shop.config, model, order.language)
  const { logo } = model.channel
  return page(
    theme.language,
    code,
    <ParcelStatus {...{ order, parcel, theme, logo, now: shop.ports.clock.now() }} />,
  )
}

const page = (language: Language, code: string, body: ReactNode) =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang={languages[language].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{fillTemplate(SANDBOX_TEXTS[language].parcel.title, { code })}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>{body}</main>
      </body>
    </html>,
  )}`

function UnknownParcel({ language }: { language: Language }) {
  const { note, unknown } = SANDBOX_TEXTS[language].parcel
  return (
    <>
      <h1>{unknown}</h1>
      <p className="soft">{note}</p>
    </>
  )
}

const linesOf = (order: OrderRow, { code }: Parcel) =>
  possibleContents(order, code) ?? linesInParcel(order, code)

function ParcelStatus({ order, parcel, theme, logo, now }: ParcelView) {
  const texts = SANDBOX_TEXTS[theme.language].parcel
  const to = destination(order.delivery, 'monta')
  const city = to?.to === 'address' ? to.address.city : ''
  const expectedArrival =
    parcel.state === 'sent'
      ? arrivalHeadline(linesOf(order, parcel), theme, { order, now, sentAt: parcel.sentAt })
      : null
  return (
    <>
      {logo === '' ? null : (
        <a className="logo" href={theme.site}>
          <img src={picturePath(logo, 'png', 320)} alt={theme.shopName} />
        </a>
      )}
      <p className="chips">
        <span className="chip">{parcel.carrier}</span>
      </p>
      <h1>{texts[parcel.state]}</h1>
      {expectedArrival ? (
        <p className="expected">{fillTemplate(texts.expected, expectedArrival)}</p>
      ) : null}
      <section className="card" aria-label={texts.steps}>
        <Steps order={order} parcel={parcel} theme={theme} city={city} />
      </section>
      <section className="card">
        <dl>
          <dt>{texts.to}</dt>
          <dd>
            {to?.to === 'address'
              ? addressLines(to.address, theme.language).findLast((line) => line.includes(city))
              : null}
          </dd>
          <dt>{texts.code}</dt>
          <dd>{parcel.code}</dd>
        </dl>
      </section>
      <p className="back">
        <a href={`${theme.site}/orders/${order.number}`}>{texts.back}</a>
      </p>
      <p className="soft">{texts.note}</p>
    </>
  )
}

type Step = { key: string; text: string; at: Date | string | null; state: 'done' | 'now' | 'next' }

function Steps({
  order,
  parcel,
  theme,
  city,
}: Pick<ParcelView, 'order' | 'parcel' | 'theme'> & { city: string }) {
  const texts = SANDBOX_TEXTS[theme.language].parcel
  const { carrier, state, sentAt, deliveredAt } = parcel
  const moving = fillTemplate(texts.step_moving, { city })
  const isOver = state !== 'sent'
  const last = isOver ? texts[`step_${state}`] : texts.step_delivered
  const steps: Step[] = [
    { key: 'ordered', text: texts.step_ordered, at: order.placedAt, state: 'done' },
    { key: 'sent', text: fillTemplate(texts.step_sent, { carrier }), at: sentAt, state: 'done' },
    { key: 'moving', text: moving, at: null, state: isOver ? 'done' : 'now' },
    { key: 'last', text: last, at: deliveredAt, state: isOver ? 'done' : 'next' },
  ]
  return (
    <ol className="steps">
      {steps.map((step) => (
        <li
          key={step.key}
          className={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          {step.text}
          {step.at === null ? null : <Moment at={new Date(step.at)} theme={theme} />}
        </li>
      ))}
    </ol>
  )
}

const Moment = ({ at, theme }: { at: Date; theme: MailTheme }) => (
  <time dateTime={at.toISOString()}>{`${theme.date(at)}, ${theme.time(at)}`}</time>
)
