import { useEffect } from 'react'

import { CheckoutBanner } from '#storefront/checkout/CheckoutBanner.tsx'
import { ProgressBar } from '#storefront/checkout/ProgressBar.tsx'
import { usePageTitle } from '#storefront/page-title.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useWords } from '#storefront/words.tsx'
import { useAnnounce } from '#ui/Announcer.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import css from './CompletionPending.module.css'

/** Between the order and its number: a moment, or as long as the bank takes. */
export function CompletionPending({ waiting, lost }: { waiting: boolean; lost: boolean }) {
  const words = useWords('molliecomponents')
  const announce = useAnnounce()
  const title = words.text(waiting ? 'waitingTitle' : 'completing')
  const said = lost ? words.text('interrupted') : waiting ? words.text('waiting') : ''
  usePageTitle(title)
  useEffect(() => announce(said), [announce, said])
  return (
    <>
      <ProgressBar step={waiting ? 4 : 5} />
      <div className={css.page}>
        <CheckoutBanner title={title} picture={undefined} />
        <div className={css.body} aria-busy="true">
          <Spinner />
          {lost ? (
            <p className={css.lost}>
              <Icon name="warning" />
              <span>{words.say('interrupted')}</span>
            </p>
          ) : null}
          {waiting ? (
            <>
              <p className={css.waiting}>{words.say('waiting')}</p>
              <p className={css.more}>{words.say('waitingMore')}</p>
              <ShopLink className={buttonClass('quiet')} to="/checkout">
                {words.say('waitingBack')}
              </ShopLink>
            </>
          ) : null}
        </div>
      </div>
    </>
  )
}
