import { isConnectionError, failureTextOf } from '#storefront/i18n/error-texts.ts'
import { Refused } from '#storefront/api/shop-client.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useOnceOnline } from '#storefront/hooks/use-once-online.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import css from '#storefront/page/PageBoundary.module.css'

/** The error and the next step. A missing gift offers no retry, because it would not help. */
export function GiftFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const words = useTexts('productdetailpagecomponents')
  const common = useTexts('websitetranslationcomponents')
  const gone = error instanceof Refused && error.refusal.refused === 'no-such-gift'
  const failed = 'An error occurred while loading the description'
  useOnceOnline(isConnectionError(error), onRetry)
  usePageTitle(gone ? common.text('noLongerOffered') : failed)
  return (
    <div className={css.failed}>
      <EmptyState icon={gone ? 'gift' : 'warning'} role="alert">
        <h1 data-note lang="en">
          {failed}
        </h1>
        <p data-said>{gone ? common.say('noLongerOffered') : failureTextOf(error, common)}</p>
        <p data-ways>
          {gone ? null : <Button onClick={onRetry}>{words.say('retry')}</Button>}
          <ShopLink to="/products" className={buttonClass(gone ? 'main' : 'quiet')}>
            {words.say('allGifts')}
          </ShopLink>
        </p>
      </EmptyState>
    </div>
  )
}
