import type { MouseEvent, ReactNode } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { pointsPaid, settlement } from '#domain/vouchers/points.ts'
import { accessibleName } from '#domain/text/accessible-name.ts'
import type { ReviewedDelivery } from '#storefront/checkout/delivery/review-deliveries.ts'
import { KEEP_CHOICE } from '#storefront/checkout/layout/checkout-state.ts'
import { GiftLines } from '#storefront/checkout/delivery/GiftLines.tsx'
import { PostalLines } from '#storefront/checkout/delivery/PostalAddress.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './OrderReview.module.css'

type OrderReviewProps = {
  cart: Cart
  texts: PageTexts
  /** The deliveries of the gifts. Several if the gifts are split. */
  deliveries: ReviewedDelivery[]
}

/** A review of the order. Each part has an edit link that keeps the other parts. */
export function OrderReview({ cart, texts, deliveries }: OrderReviewProps) {
  const person = cart.personal_data
  const name = [person.contact_first_name, person.contact_surname_prefix, person.contact_surname]
  const edit = texts.jsx('edit')
  const editName = (key: string) => accessibleName(texts.text('edit'), texts.text(key))
  return (
    <>
      <Part
        title={texts.jsx('reviewGifts')}
        edit={
          <ShopLink to="/cart" aria-label={editName('editGifts')}>
            {edit}
          </ShopLink>
        }
      >
        <GiftLines cart={cart} />
      </Part>
      <Part
        title={texts.jsx('reviewDelivery')}
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
        title={texts.jsx('reviewPerson')}
        edit={
          <ShopLink to="/personal-details" state={KEEP_CHOICE} aria-label={editName('editPerson')}>
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
      <Sums cart={cart} texts={texts} />
    </>
  )
}

/** Scrolls without a new history entry, which would remount the page and erase the consent. */
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

/** If euros are due, points and euros are both shown. The server calculates them with the same function. */
function Sums({ cart, texts }: { cart: Cart; texts: PageTexts }) {
  const { points, euros } = useAmounts()
  const { order_total_points: order, voucher_points: available, order_limit: limit } = cart.totals
  const result = settlement(order, available, limit)
  return (
    <dl className={css.sums}>
      <Sum label={texts.jsx('reviewTotal')} strong={result.kind !== 'due'}>
        {points(order)}
      </Sum>
      {result.kind === 'due' ? (
        <>
          <Sum label={texts.jsx('reviewPoints')}>{points(pointsPaid(order, available))}</Sum>
          <Sum label={texts.jsx('reviewEuros')} strong>
            {euros(result.cents)}
          </Sum>
        </>
      ) : (
        <Sum label={texts.jsx(result.kind === 'over' ? 'reviewOver' : 'reviewLeft')}>
          {points(result.points)}
        </Sum>
      )}
    </dl>
  )
}

function Sum({
  label,
  strong = false,
  children,
}: {
  label: ReactNode
  strong?: boolean
  children: ReactNode
}) {
  return (
    <div className={strong ? css.strong : css.sum}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
