import { useState } from 'react'

import type { Order } from '#contract/order-api.ts'
import { dateOf } from '#storefront/checkout/order-moments.ts'
import { WithdrawalReceipt } from '#storefront/orders/WithdrawalReceipt.tsx'
import { WithdrawDialog } from '#storefront/orders/WithdrawDialog.tsx'
import { useLanguage } from '#storefront/use-language.ts'
import type { Words } from '#storefront/words.tsx'
import { Button } from '#ui/Button.tsx'

/** The right of withdrawal, as easy to use as it was to order; and the receipts of having used it. */
export function WithdrawSection({ order, words }: { order: Order; words: Words }) {
  const [open, setOpen] = useState(false)
  const language = useLanguage()
  if (!order.can.withdraw && order.withdrawals.length === 0) return null
  return (
    <section aria-labelledby="order-withdraw">
      <h2 id="order-withdraw">{words.say('withdrawTitle')}</h2>
      {order.can.withdraw ? (
        <>
          <p>
            {order.withdraw_until
              ? words.say('withdrawUntil', {
                  date: dateOf(order.withdraw_until, language, order.time_zone),
                })
              : words.say('withdrawText')}
          </p>
          <Button look="quiet" onClick={() => setOpen(true)}>
            {words.say('withdrawButton')}
          </Button>
        </>
      ) : null}
      {order.withdrawals.map((withdrawal) => (
        <WithdrawalReceipt
          key={withdrawal.withdrawal_number}
          withdrawal={withdrawal}
          zone={order.time_zone}
          words={words}
        />
      ))}
      {open ? <WithdrawDialog order={order} words={words} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
