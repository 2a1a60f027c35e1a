import type { MouseEvent, ReactNode } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { pointsPaid, settlement } from '#domain/vouchers/points.ts'
import { spokenName } from '#domain/text/accessible-name.ts'
import type { ReviewedDelivery } from '#storefront/checkout/delivery/review-deliveries.ts'
import { RETAIN_CHOICE } from '#storefront/checkout/layout/checkout-state.ts'
import { GiftLines } from '#storefront/checkout/delivery/GiftLines.tsx'
import { PostalLines } from '#storefront/checkout/delivery/PostalAddress.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './OrderReview.module.css'

type OrderReviewProps = {
  cart: Cart
  words: PageTexts
  /** The deliveries of the gifts; several if they are split. */
  deliveries: ReviewedDelivery[]
}

/** A review of the order. Each part has an edit link that preserves the rest. */
export function OrderReview({ cart, words, deliveries }: OrderReviewProps) {
  const person = cart.personal_data
  const name = [person.contact_first_name, person.contact_surname_prefix, person.contact_surname]
  const edit = words.say('edit')
  const editName = (key: string) => spokenName(words.text('edit'), words.text(key))
  return (
    <>
      <Part
        title={words.say('reviewGifts')}
        edit={
          <ShopLink to="/cart" aria-label={editName('editGifts')}>
            {edit}
          </ShopLink>
        }
      >
        <GiftLines cart={cart} />
      </Part>
      <Part
        title={words.say('reviewDelivery')}
        edit={
          <a href="#delivery" aria-label={editName('editDelivery')} onClick={goToDelivery}>
            {edit}
          </a>
        }
      >
        <div className={css.deliveries} data-review="delivery">
          {deliveries.map(({ title, lines, when, gifts }) => (
            <div key={[title, when, ...lines].join()}>
              <strong>{title}</strong>
              {deliveries.length > 1 ? <p className={css.some}>{gifts.join(', ')}</p> : null}
              {when === '' ? null : <p className={css.when}>{when}</p>}
              <PostalLines lines={lines} />
            </div>
          ))}
        </div>
      </Part>
      <Part
        title={words.say('reviewPerson')}
        edit={
          <ShopLink
            to="/personal-details"
            state={RETAIN_CHOICE}
            aria-label={editName('editPerson')}
          >
            {edit}
          </ShopLink>
        }
      >
        <PostalLines
          lines={[
            name.filter((part) => part !== '').join(' '),
            person.contact_email,
            person.contact_telephone,
          ].filter((line) => line !== '')}
        />
      </Part>
      <Sums cart={cart} words={words} />
    </>
  )
}

/** Without a new history entry, which would remount the page and erase the consent. */
function goToDelivery(event: MouseEvent) {
  event.preventDefault()
  const delivery = document.getElementById('delivery')
  delivery?.scrollIntoView()
  delivery?.querySelector<HTMLElement>('input:checked, input')?.focus({ preventScroll: true })
}

function Part({
  title,
  edit,
  children,
}: {
  title: ReactNode
  edit: ReactNode
  children: ReactNode
}) {
  return (
    <section className={css.part}>
      <div className={css.partHead}>
        <h3 className={css.partTitle}>{title}</h3>
        {edit}
      </div>
      {children}
    </section>
  )
}

/** Points and euros appear together whenever euros are due. The server uses the same function for both. */
function Sums({ cart, words }: { cart: Cart; words: PageTexts }) {
  const { points, euros } = useAmounts()
  const { order_total_points: order, voucher_points: available, order_limit: limit } = cart.totals
  const settled = settlement(order, available, limit)
  return (
    <dl className={css.sums}>
      <Sum what={words.say('reviewTotal')} strong={settled.kind !== 'due'}>
        {points(order)}
      </Sum>
      {settled.kind === 'due' ? (
        <>
          <Sum what={words.say('reviewPoints')}>{points(pointsPaid(order, available))}</Sum>
          <Sum what={words.say('reviewEuros')} strong>
            {euros(settled.cents)}
          </Sum>
        </>
      ) : (
        <Sum what={words.say(settled.kind === 'over' ? 'reviewOver' : 'reviewLeft')}>
          {points(settled.points)}
        </Sum>
      )}
    </dl>
  )
}

function Sum({
  what,
  strong = false,
  children,
}: {
  what: ReactNode
  strong?: boolean
  children: ReactNode
}) {
  return (
    <div className={strong ? css.strong : css.sum}>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  )
}
