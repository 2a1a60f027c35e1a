import { lazy, Suspense, useState } from 'react'

import type { Order } from '#contract/orders/orders.shop.ts'
import { dateOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { WithdrawalReceipt } from '#storefront/orders/withdrawal/WithdrawalReceipt.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'

/** Loads when the user is about to use it. */
const loadDialog = () => import('#storefront/orders/withdrawal/WithdrawDialog.tsx')
const WithdrawDialog = lazy(async () => ({ default: (await loadDialog()).WithdrawDialog }))
// If this fails, it is loaded again on use, and fails there.
const prepareDialog = () => void loadDialog().catch(() => {})

/** The right of withdrawal, as easy to use as an order, and the receipts of earlier withdrawals. */
export function WithdrawSection({ order, texts }: { order: Order; texts: PageTexts }) {
  const [open, setOpen] = useState(false)
  const language = useLanguage()
  if (!order.can.withdraw && order.withdrawals.length === 0) return null
  return (
    <section aria-labelledby="order-withdraw">
      <h2 id="order-withdraw">{texts.jsx('withdrawTitle')}</h2>
      {order.can.withdraw ? (
        <>
          <p>
            {order.withdraw_until
              ? texts.jsx('withdrawUntil', {
                  date: dateOf(order.withdraw_until, language, order.time_zone),
                })
              : texts.jsx('withdrawText')}
          </p>
          <Button
            variant="quiet"
            onPointerEnter={prepareDialog}
            onFocus={prepareDialog}
            onClick={() => setOpen(true)}
          >
            {texts.jsx('withdrawButton')}
          </Button>
        </>
      ) : null}
      {order.withdrawals.map((withdrawal) => (
        <WithdrawalReceipt
          key={withdrawal.withdrawal_number}
          withdrawal={withdrawal}
          zone={order.time_zone}
          texts={texts}
        />
      ))}
      <Suspense fallback={null}>
        {open ? (
          <WithdrawDialog order={order} texts={texts} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </section>
  )
}
