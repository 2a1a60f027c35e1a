import { useRef, useState } from 'react'

import type { Cart } from '#contract/cart.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { dueCents, shortfallPoints } from '#domain/vouchers/points.ts'
import { usePageShown } from '#storefront/checkout/payment/payment-return.ts'
import { startPayment } from '#storefront/checkout/payment/open-payment.ts'
import { failureOf } from '#storefront/api/connection-errors.ts'
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

/** Until it fails, or the user comes back from the provider's page. */
function useOneAttempt(onBack: () => void) {
  const [busy, setBusy] = useState(false)
  const started = useRef(false)
  usePageShown(() => {
    end()
    onBack()
  })
  function begin() {
    // Two clicks within one frame are one intent.
    if (started.current) return false
    started.current = true
    setBusy(true)
    return true
  }
  function end() {
    started.current = false
    setBusy(false)
  }
  return { busy, begin, end }
}

/** The last dialog before the provider's page: the amount due and the reason. */
export function PaymentDialog({ cart, open, onClose, onRefused }: PaymentDialogProps) {
  const words = useTexts('molliecomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const { points, euros } = useAmounts()
  const { busy, begin, end } = useOneAttempt(onClose)
  const [issue, setIssue] = useState('')

  const { order_total_points: order, voucher_points: available } = cart.totals
  const cents = dueCents(order, available)
  const shortfall = points(shortfallPoints(order, available))
  async function pay() {
    if (!begin()) return
    setIssue('')
    const description = words.text('description', { company: cart.organization_address.company })
    const made = await startPayment({ cart, description, language }).catch(failureOf)
    // Stays busy, because the browser is leaving for the provider's page.
    if ('paymentUrl' in made) return location.assign(made.paymentUrl)
    end()
    if (!refused(made)) return setIssue(failureText(made, words, common))
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
        {euros(cents)} <span className={css.same}>{shortfall}</span>
      </p>
      <p>{words.say('text', { points: shortfall, amount: euros(cents) })}</p>
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

function failureText(failure: ReturnType<typeof failureOf>, words: PageTexts, common: PageTexts) {
  if (failure.kind === 'server-down') return common.text('serverDown')
  if (failure.kind !== 'fault') return words.text('unavailable')
  const { number } = failure
  return number === null ? common.text('somethingWentWrong') : words.text('fault', { number })
}
