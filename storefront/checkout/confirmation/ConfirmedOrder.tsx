import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Order } from '#contract/orders/orders.shop.ts'
import { ConfirmedHero } from '#storefront/checkout/confirmation/ConfirmedHero.tsx'
import { ConfirmedItems } from '#storefront/checkout/confirmation/ConfirmedItems.tsx'
import { QuestionsBlock } from '#storefront/checkout/layout/QuestionsBlock.tsx'
import { timeOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { orderQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './ConfirmedOrder.module.css'

/** The placed order: its gifts, the next steps, and possible changes. */
export function ConfirmedOrder({ number }: { number: string }) {
  const texts = useTexts('confirmationpagecomponents')
  const { data: order } = useSuspenseQuery(orderQuery(number))
  const announce = useAnnounce()
  const title = texts.text('title', { first_name: order.personal_data.contact_first_name })
  usePageTitle(title)
  const sentence = /[.!?]$/.test(title) ? title : `${title}.`
  const announcement = `${sentence} ${texts.text('nextStep2', { order_number: number })}`
  useEffect(() => announce(announcement), [announce, announcement])
  return (
    <>
      <ConfirmedHero order={order} texts={texts} />
      <div className={css.page}>
        <div className={css.columns}>
          <ConfirmedItems order={order} texts={texts} />
          <div className={css.side}>
            <NextSteps order={order} texts={texts} />
            <RemainingPoints order={order} texts={texts} />
            <QuestionsBlock texts={texts} />
          </div>
        </div>
      </div>
    </>
  )
}

/** What the shop does next. Packing is named only once the order can no longer be changed. */
function NextSteps({ order, texts }: { order: Order; texts: PageTexts }) {
  const language = useLanguage()
  const { items, mails, undo_until, personal_data, state, time_zone } = order
  const isBeingPacked = undo_until === null && (state === 'placed' || state === 'released')
  const email = personal_data.contact_email
  const mailRefused = mails.some(
    ({ kind, state }) => kind === 'order-confirmation' && state === 'refused',
  )
  const hasGifts = (digital: boolean) =>
    items.some(({ delivery_condition: condition }) => (condition === 'digital') === digital)
  return (
    <section>
      <h2>{texts.jsx('nextStepsTitle')}</h2>
      <ol className={css.lines}>
        <li>
          <Icon name="mail" />
          <span>{texts.jsx(mailRefused ? 'nextStep1Refused' : 'nextStep1', { email })}</span>
        </li>
        <li>
          <Icon name="info" />
          <span>{texts.jsx('nextStep2', { order_number: order.order_number })}</span>
        </li>
        {undo_until === null ? null : (
          <li>
            <Icon name="clock" />
            <span>
              {texts.jsx('nextStepLater', { time: timeOf(undo_until, language, time_zone) })}
            </span>
          </li>
        )}
        {isBeingPacked && hasGifts(false) ? (
          <li>
            <Icon name="truck" />
            <span>{texts.jsx('nextStepPacked')}</span>
          </li>
        ) : null}
        {hasGifts(true) && state !== 'cancelled' ? (
          <li>
            <Icon name="mail" />
            <span>{texts.jsx('nextStepDigital', { email })}</span>
          </li>
        ) : null}
        <li>
          <Icon name="gift" />
          <span>{texts.jsx('nextStep3')}</span>
        </li>
      </ol>
      <ShopLink to={`/orders/${encodeURIComponent(order.order_number)}`}>
        {texts.jsx('viewOrder')}
      </ShopLink>
    </section>
  )
}

/** The points that the holder can still spend. */
function RemainingPoints({ order, texts }: { order: Order; texts: PageTexts }) {
  const { points } = useAmounts()
  const remaining = order.available_points
  return (
    <section className={css.left}>
      <p>
        {remaining > 0
          ? texts.jsx('pointsLeft', { points: points(remaining) })
          : texts.jsx('pointsLeftNone')}
      </p>
      {remaining > 0 ? <ShopLink to="/products">{texts.jsx('chooseMore')}</ShopLink> : null}
    </section>
  )
}
