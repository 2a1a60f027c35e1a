import { useRef, useState } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { dueCents, shortfallPoints } from '#domain/vouchers/points.ts'
import { usePageShown } from '#storefront/checkout/payment/payment-return.ts'
import { startPayment } from '#storefront/checkout/payment/open-payment.ts'
import { loadFailureOf } from '#storefront/api/connection-errors.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { type PageTexts, useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PaymentDialog.module.css'

type PaymentDialogProps = {
  cart: Cart
  open: boolean
  onClose: () => void
  onRefused: (refusal: Refusal<ReasonOf<'createPayment'>>) => void
}

/** Allows one attempt at a time. It ends when it fails, or when the user comes back from the provider's page. */
function usePaymentAttempt(onBack: () => void) {
  const [busy, setBusy] = useState(false)
  const started = useRef(false)
  usePageShown(() => {
    stop()
    onBack()
  })
  function start() {
    // Two clicks within one frame are one intent.
    if (started.current) return false
    started.current = true
    setBusy(true)
    return true
  }
  function stop() {
    started.current = false
    setBusy(false)
  }
  return { busy, start, stop }
}

/** The last dialog before the provider's page: the amount due and the reason. */
export function PaymentDialog({ cart, open, onClose, onRefused }: PaymentDialogProps) {
  const texts = useTexts('molliecomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const { points, euros } = useAmounts()
  const { busy, start, stop } = usePaymentAttempt(onClose)
  const [issue, setIssue] = useState('')

  const { order_total_points: order, voucher_points: available } = cart.totals
  const cents = dueCents(order, available)
  const shortfall = points(shortfallPoints(order, available))
  async function pay() {
    if (!start()) return
    setIssue('')
    const description = texts.text('description', { company: cart.organization_address.company })
    const payment = await startPayment({ cart, description, language }).catch(loadFailureOf)
    // Stays busy, because the browser is leaving for the provider's page.
    if ('paymentUrl' in payment) return location.assign(payment.paymentUrl)
    stop()
    if (!refused(payment)) return setIssue(failureText(payment, texts, common))
    if (refused(payment, 'service-down')) return setIssue(texts.text('unavailable'))
    onRefused(payment)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.jsx('title')}
      closeLabel={common.text('close', {}, 'Sluiten')}
      dismissible={!busy}
      closeOnOutside={false}
      className={css.dialog}
    >
      <p className={css.amount}>
        {euros(cents)} <span className={css.same}>{shortfall}</span>
      </p>
      <p>{texts.jsx('text', { points: shortfall, amount: euros(cents) })}</p>
      {issue === '' ? null : (
        <p className={css.issue} role="alert">
          <Icon name="warning" />
          <span>{issue}</span>
        </p>
      )}
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void pay()}>
          {texts.jsx('payButton')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {texts.jsx('cancelButton')}
        </Button>
      </div>
    </Dialog>
  )
}

function failureText(
  failure: ReturnType<typeof loadFailureOf>,
  texts: PageTexts,
  common: PageTexts,
) {
  if (failure.kind === 'server-down') return common.text('serverDown')
  if (failure.kind !== 'fault') return texts.text('unavailable')
  const { number } = failure
  return number === null ? common.text('somethingWentWrong') : texts.text('fault', { number })
}
