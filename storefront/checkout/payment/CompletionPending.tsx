import { useEffect } from 'react'

import { CheckoutBanner } from '#storefront/checkout/layout/CheckoutBanner.tsx'
import { useWaitingForBank } from '#storefront/order-flow/checkout-step.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { LoadFailure } from '#storefront/api/connection-errors.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import css from './CompletionPending.module.css'

/** Shown until the order has a number: for a moment, or as long as the bank takes. */
export function CompletionPending({
  waiting,
  failure,
  retry,
}: {
  waiting: boolean
  failure: LoadFailure | null
  retry: (() => void) | null
}) {
  const texts = useTexts('molliecomponents')
  const common = useTexts('websitetranslationcomponents')
  const announce = useAnnounce()
  const pendingKey = waiting ? 'waitingTitle' : 'completing'
  const title = texts.text(retry ? 'faultTitle' : pendingKey)
  const failureMessage = failure && failureText(failure, texts, common)
  const announcement = failureMessage ?? (waiting ? texts.text('waiting') : '')
  usePageTitle(title)
  useWaitingForBank(waiting)
  useEffect(() => announce(announcement), [announce, announcement])
  return (
    <>
      <CheckoutBanner title={title} />
      <div className={css.page}>
        <div className={css.body} aria-busy={retry === null}>
          {retry ? null : <Spinner />}
          {failureMessage ? (
            <p className={css.lost}>
              <Icon name="warning" />
              <span>{failureMessage}</span>
            </p>
          ) : null}
          {waiting && !retry ? (
            <>
              <p className={css.waiting}>{texts.jsx('waiting')}</p>
              <p className={css.more}>{texts.jsx('waitingMore')}</p>
            </>
          ) : null}
          {retry ? <Button onClick={retry}>{texts.jsx('tryAgain')}</Button> : null}
          {waiting || failure ? (
            <ShopLink className={buttonClass('quiet')} to="/checkout">
              {texts.jsx('waitingBack')}
            </ShopLink>
          ) : null}
          {failure?.kind === 'fault' ? (
            <ShopLink to="/contact">{texts.jsx('goToService')}</ShopLink>
          ) : null}
        </div>
      </div>
    </>
  )
}

function failureText(failure: LoadFailure, texts: PageTexts, common: PageTexts) {
  if (failure.kind === 'fault') {
    const { number } = failure
    return number === null ? common.text('somethingWentWrong') : texts.text('fault', { number })
  }
  if (failure.kind === 'server-down') return common.text('serverDown')
  return texts.text(failure.kind === 'down' ? 'down' : 'interrupted')
}
