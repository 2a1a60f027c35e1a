import type { Cart } from '#contract/cart.shop.ts'
import type { DeliveryChoice } from '#storefront/checkout/delivery/delivery-choice.ts'
import { homeAddress } from '#storefront/order-flow/carrier-request.ts'
import { pointAddress } from '#storefront/checkout/delivery/delivery-labels.ts'
import { PostalAddress } from '#storefront/checkout/delivery/PostalAddress.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './DeliveryDestination.module.css'

/** The current destination: the recipient's address, or the chosen pickup point. */
export function DeliveryDestination({
  cart,
  texts,
  choice,
}: {
  cart: Cart
  texts: PageTexts
  choice: DeliveryChoice
}) {
  const point = choice.kind === 'pickup' ? choice.method?.PickupPointDetails : null
  const supplied = cart.shopping_cart_items.filter(
    ({ delivery_condition }) => delivery_condition === 'dropship',
  )
  if (choice.kind === 'pickup' && !point) return null
  return (
    <div className={css.where} data-where-to={choice.kind}>
      <Icon name={point ? 'pin' : 'home'} />
      <div>
        <p className={css.title}>{texts.jsx(point ? 'chosenPoint' : 'deliveredTo')}</p>
        {point ? (
          <PostalAddress address={pointAddress(point)} company={point.Company} />
        ) : (
          <PostalAddress address={homeAddress(cart.personal_data)} />
        )}
        {point && supplied.length > 0 ? (
          <p className={css.note}>
            {texts.jsx('supplierNote', { gifts: supplied.map(({ name }) => name).join(', ') })}
          </p>
        ) : null}
      </div>
    </div>
  )
}
