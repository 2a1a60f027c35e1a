import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '#storefront/router/router.tsx'

import { DigitalGifts } from '#storefront/orders/DigitalGifts.tsx'
import { UnavailableGifts } from '#storefront/orders/replacement/UnavailableGifts.tsx'
import { OrderEvents } from '#storefront/orders/OrderEvents.tsx'
import { OrderFacts, OrderMails } from '#storefront/orders/OrderFacts.tsx'
import { OrderHead } from '#storefront/orders/OrderHead.tsx'
import { OrderItems } from '#storefront/orders/OrderItems.tsx'
import { UndoWindow } from '#storefront/orders/UndoWindow.tsx'
import { WithdrawSection } from '#storefront/orders/withdrawal/WithdrawSection.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { orderQuery } from '#storefront/api/queries.ts'
import { useOrderTexts } from '#storefront/orders/use-order-texts.ts'
import css from './OrderPage.module.css'

/** The polling interval while the order may still change. */
const POLL_INTERVAL_MS = 30_000

/** The state of an order, and the actions that are still possible. */
export default function OrderPage() {
  const { orderNumber = '' } = useParams()
  const texts = useOrderTexts()
  const { data: order } = useSuspenseQuery({
    ...orderQuery(orderNumber),
    refetchInterval: ({ state }) => {
      const orderState = state.data?.state
      return orderState === 'delivered' || orderState === 'cancelled' ? false : POLL_INTERVAL_MS
    },
  })
  usePageTitle(texts.text('title', { order_number: order.order_number }))
  return (
    <div className={css.page}>
      <OrderHead order={order} texts={texts} />
      <div className={css.columns}>
        <div className={css.main}>
          <UnavailableGifts order={order} />
          <DigitalGifts order={order} texts={texts} />
          <UndoWindow order={order} texts={texts} />
          <OrderItems order={order} texts={texts} />
          <WithdrawSection order={order} texts={texts} />
          <div>
            <OrderEvents order={order} texts={texts} />
            <OrderMails order={order} texts={texts} />
          </div>
        </div>
        <OrderFacts order={order} texts={texts} />
      </div>
    </div>
  )
}
