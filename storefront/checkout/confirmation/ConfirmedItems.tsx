import type { Order } from '#contract/orders/orders.shop.ts'
import { type Parcel, parcelsOf, shortMethod } from '#storefront/checkout/delivery/order-parcels.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './ConfirmedItems.module.css'

/** The gifts by parcel. Each parcel shows its full address once; every gift names its destination and its points. */
export function ConfirmedItems({ order, texts }: { order: Order; texts: PageTexts }) {
  const { points, euros } = useAmounts()
  const delivery = useTexts('deliverydatacomponents')
  const language = useLanguage()
  return (
    <section className={css.section} aria-labelledby="ordered-gifts">
      <h2 id="ordered-gifts">{texts.jsx('itemsTitle')}</h2>
      <div className={css.parcels}>
        {parcelsOf(order, delivery, language).map((parcel) => (
          <ParcelCard key={[parcel.title, parcel.when, ...parcel.lines].join()} parcel={parcel} />
        ))}
      </div>
      <dl className={css.sums}>
        <div>
          <dt>{texts.jsx('total')}</dt>
          <dd>{points(order.total_points)}</dd>
        </div>
        {order.cents_paid > 0 ? (
          <>
            <div>
              <dt>{texts.jsx('paidPoints')}</dt>
              <dd>{points(order.points_paid)}</dd>
            </div>
            <div className={css.due}>
              <dt>{texts.jsx('paidCard')}</dt>
              <dd>{euros(order.cents_paid)}</dd>
              {order.vat_cents === null ? null : (
                <>
                  <dt>{texts.jsx('vatIncluded')}</dt>
                  <dd>{euros(order.vat_cents)}</dd>
                </>
              )}
            </div>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function ParcelCard({ parcel }: { parcel: Parcel }) {
  const { points } = useAmounts()
  const { title, when, lines, items } = parcel
  return (
    <article className={css.parcel}>
      <div className={css.destination}>
        <p>
          <strong>{title}</strong>
          {when === '' ? null : <span className={css.when}>{when}</span>}
        </p>
        <p>{lines.join(', ')}</p>
      </div>
      <ul className={css.items}>
        {items.map((item) => (
          <li key={item.shopping_cart_item} className={css.item}>
            <Picture file={item.media} alt="" sizes="80px" className={css.picture} />
            <div className={css.about}>
              {item.brand === '' ? null : <span className={css.brand}>{item.brand}</span>}
              <h3 className={css.name}>
                {item.quantity} × {item.name}
              </h3>
              {item.variant === '' ? null : <p>{item.variant}</p>}
              {item.delivery_info === '' ? null : <p>{item.delivery_info}</p>}
              <p>{shortMethod(parcel)}</p>
            </div>
            <p className={css.points}>{points(item.points * item.quantity)}</p>
          </li>
        ))}
      </ul>
    </article>
  )
}
