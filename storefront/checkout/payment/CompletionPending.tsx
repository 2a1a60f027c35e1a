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
  const words = useTexts('molliecomponents')
  const common = useTexts('websitetranslationcomponents')
  const announce = useAnnounce()
  const title = words.text(retry ? 'faultTitle' : waiting ? 'waitingTitle' : 'completing')
  const wrong = failure && failureText(failure, words, common)
  const announcement = wrong ?? (waiting ? words.text('waiting') : '')
  usePageTitle(title)
  useWaitingForBank(waiting)
  useEffect(() => announce(announcement), [announce, announcement])
  return (
    <>
      <CheckoutBanner title={title} />
      <div className={css.page}>
        <div className={css.body} aria-busy={retry === null}>
          {retry ? null : <Spinner />}
          {wrong ? (
            <p className={css.lost}>
              <Icon name="warning" />
              <span>{wrong}</span>
            </p>
          ) : null}
          {waiting && !retry ? (
            <>
              <p className={css.waiting}>{words.say('waiting')}</p>
              <p className={css.more}>{words.say('waitingMore')}</p>
            </>
          ) : null}
          {retry ? <Button onClick={retry}>{words.say('tryAgain')}</Button> : null}
          {waiting || failure ? (
            <ShopLink className={buttonClass('quiet')} to="/checkout">
              {words.say('waitingBack')}
            </ShopLink>
          ) : null}
          {failure?.kind === 'fault' ? (
            <ShopLink to="/contact">{words.say('goToService')}</ShopLink>
          ) : null}
        </div>
      </div>
    </>
  )
}

function failureText(failure: LoadFailure, words: PageTexts, common: PageTexts) {
  if (failure.kind === 'fault') {
    const { number } = failure
    return number === null ? common.text('somethingWentWrong') : words.text('fault', { number })
  }
  if (failure.kind === 'server-down') return common.text('serverDown')
  return words.text(failure.kind === 'down' ? 'down' : 'interrupted')
}
