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
const LOOK_AGAIN_MS = 30_000

/** The state of an order, and the actions that are still possible. */
export default function OrderPage() {
  const { orderNumber = '' } = useParams()
  const words = useOrderTexts()
  const { data: order } = useSuspenseQuery({
    ...orderQuery(orderNumber),
    refetchInterval: ({ state }) => {
      const now = state.data?.state
      return now === 'delivered' || now === 'cancelled' ? false : LOOK_AGAIN_MS
    },
  })
  usePageTitle(words.text('title', { order_number: order.order_number }))
  return (
    <div className={css.page}>
      <OrderHead order={order} words={words} />
      <div className={css.columns}>
        <div className={css.main}>
          <UnavailableGifts order={order} />
          <DigitalGifts order={order} words={words} />
          <UndoWindow order={order} words={words} />
          <OrderItems order={order} words={words} />
          <WithdrawSection order={order} words={words} />
          <div>
            <OrderEvents order={order} words={words} />
            <OrderMails order={order} words={words} />
          </div>
        </div>
        <OrderFacts order={order} words={words} />
      </div>
    </div>
  )
}
