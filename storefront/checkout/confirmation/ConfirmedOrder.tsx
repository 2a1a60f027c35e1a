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
  const words = useTexts('confirmationpagecomponents')
  const { data: order } = useSuspenseQuery(orderQuery(number))
  const announce = useAnnounce()
  const title = words.text('title', { first_name: order.personal_data.contact_first_name })
  usePageTitle(title)
  useEffect(
    () =>
      announce(
        `${/[.!?]$/.test(title) ? title : `${title}.`} ${words.text('nextStep2', { order_number: number })}`,
      ),
    [announce, title, words, number],
  )
  return (
    <>
      <ConfirmedHero order={order} words={words} />
      <div className={css.page}>
        <div className={css.columns}>
          <ConfirmedItems order={order} words={words} />
          <div className={css.side}>
            <NextSteps order={order} words={words} />
            <RemainingPoints order={order} words={words} />
            <QuestionsBlock words={words} />
          </div>
        </div>
      </div>
    </>
  )
}

/** The next steps of the shop. Empty while the order can be changed. */
function NextSteps({ order, words }: { order: Order; words: PageTexts }) {
  const language = useLanguage()
  const { items, mails, undo_until, personal_data, state, time_zone } = order
  const begins = undo_until === null && (state === 'placed' || state === 'released')
  const email = personal_data.contact_email
  const refused = mails.some(
    ({ kind, state }) => kind === 'order-confirmation' && state === 'refused',
  )
  const has = (digital: boolean) =>
    items.some(({ delivery_condition: by }) => (by === 'digital') === digital)
  return (
    <section>
      <h2>{words.say('nextStepsTitle')}</h2>
      <ol className={css.lines}>
        <li>
          <Icon name="mail" />
          <span>{words.say(refused ? 'nextStep1Refused' : 'nextStep1', { email })}</span>
        </li>
        <li>
          <Icon name="info" />
          <span>{words.say('nextStep2', { order_number: order.order_number })}</span>
        </li>
        {undo_until === null ? null : (
          <li>
            <Icon name="clock" />
            <span>
              {words.say('nextStepLater', { time: timeOf(undo_until, language, time_zone) })}
            </span>
          </li>
        )}
        {begins && has(false) ? (
          <li>
            <Icon name="truck" />
            <span>{words.say('nextStepPacked')}</span>
          </li>
        ) : null}
        {has(true) && state !== 'cancelled' ? (
          <li>
            <Icon name="mail" />
            <span>{words.say('nextStepDigital', { email })}</span>
          </li>
        ) : null}
        <li>
          <Icon name="gift" />
          <span>{words.say('nextStep3')}</span>
        </li>
      </ol>
      <ShopLink to={`/orders/${encodeURIComponent(order.order_number)}`}>
        {words.say('viewOrder')}
      </ShopLink>
    </section>
  )
}

/** Remaining points can be spent. */
function RemainingPoints({ order, words }: { order: Order; words: PageTexts }) {
  const { points } = useAmounts()
  const left = order.available_points
  return (
    <section className={css.left}>
      <p>
        {left > 0 ? words.say('pointsLeft', { points: points(left) }) : words.say('pointsLeftNone')}
      </p>
      {left > 0 ? <ShopLink to="/products">{words.say('chooseMore')}</ShopLink> : null}
    </section>
  )
}
