import { useRef, useState } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { dueCents, shortfallPoints } from '#domain/vouchers/points.ts'
import { usePageShown } from '#storefront/checkout/payment/payment-return.ts'
import { startPayment } from '#storefront/checkout/payment/open-payment.ts'
import { failureOf } from '#storefront/api/connection-errors.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PaymentDialog.module.css'

/** The last dialog before the provider's page: the amount due and the reason. */
export function PaymentDialog({
  cart,
  open,
  onClose,
  onRefused,
}: {
  cart: Cart
  open: boolean
  onClose: () => void
  onRefused: (refusal: Refusal<ReasonOf<'createPayment'>>) => void
}) {
  const words = useTexts('molliecomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const { points, euros } = useAmounts()
  const [busy, setBusy] = useState(false)
  const [issue, setIssue] = useState('')
  const started = useRef(false)

  const { order_total_points: order, voucher_points: available } = cart.totals
  const cents = dueCents(order, available)
  usePageShown(() => {
    started.current = false
    setBusy(false)
    onClose()
  })

  async function pay() {
    // Two clicks within one frame are one intent.
    if (started.current) return
    started.current = true
    setBusy(true)
    setIssue('')
    const description = words.text('description', { company: cart.organization_address.company })
    const made = await startPayment({ cart, description, language }).catch(failureOf)
    // Stays busy, because the browser is leaving for the provider's page.
    if ('paymentUrl' in made) return location.assign(made.paymentUrl)
    started.current = false
    setBusy(false)
    if (!refused(made)) {
      if (made.kind === 'server-down') return setIssue(common.text('serverDown'))
      if (made.kind !== 'fault') return setIssue(words.text('unavailable'))
      const { number } = made
      return setIssue(
        number === null ? common.text('somethingWentWrong') : words.text('fault', { number }),
      )
    }
    if (refused(made, 'service-down')) return setIssue(words.text('unavailable'))
    onRefused(made)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.say('title')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      dismissible={!busy}
      closeOnOutside={false}
      className={css.dialog}
    >
      <p className={css.amount}>
        {euros(cents)} <span className={css.same}>{points(shortfallPoints(order, available))}</span>
      </p>
      <p>
        {words.say('text', {
          points: points(shortfallPoints(order, available)),
          amount: euros(cents),
        })}
      </p>
      {issue === '' ? null : (
        <p className={css.issue} role="alert">
          <Icon name="warning" />
          <span>{issue}</span>
        </p>
      )}
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void pay()}>
          {words.say('payButton')}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onClose}>
          {words.say('cancelButton')}
        </Button>
      </div>
    </Dialog>
  )
}
