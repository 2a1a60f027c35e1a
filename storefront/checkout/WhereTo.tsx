import type { Cart } from '#contract/cart-api.ts'
import type { DeliveryChoice } from '#storefront/checkout/delivery-choice.ts'
import { homeAddress } from '#storefront/carrier-question.ts'
import { pointAddress } from '#storefront/checkout/delivery-words.ts'
import { Postal } from '#storefront/checkout/Postal.tsx'
import type { Words } from '#storefront/words.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './WhereTo.module.css'

/** The address that counts now: the holder's own, or the chosen point's. */
export function WhereTo({
  cart,
  words,
  choice,
}: {
  cart: Cart
  words: Words
  choice: DeliveryChoice
}) {
  const point = choice.way === 'pickup' ? choice.method?.PickupPointDetails : null
  const supplied = cart.shopping_cart_items.filter(
    ({ delivery_condition }) => delivery_condition === 'dropship',
  )
  if (choice.way === 'pickup' && !point) return null
  return (
    <div className={css.where} data-where-to={choice.way}>
      <Icon name={point ? 'pin' : 'home'} />
      <div>
        <p className={css.title}>{words.say(point ? 'chosenPoint' : 'deliveredTo')}</p>
        {point ? (
          <Postal address={pointAddress(point)} company={point.Company} />
        ) : (
          <Postal address={homeAddress(cart.personal_data)} />
        )}
        {point && supplied.length > 0 ? (
          <p className={css.note}>
            {words.say('supplierNote', { gifts: supplied.map(({ name }) => name).join(', ') })}
          </p>
        ) : null}
      </div>
    </div>
  )
}
