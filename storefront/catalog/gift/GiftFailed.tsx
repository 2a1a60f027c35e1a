import { isConnectionError, readErrorText } from '#storefront/i18n/error-texts.ts'
import { Refused } from '#storefront/api/shop-client.ts'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useOnceOnline } from '#storefront/hooks/use-once-online.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import css from '#storefront/page/PageBoundary.module.css'

const TITLE = 'An error occurred while loading the description'

/** The error and the next step. A missing gift offers no retry, because it would not help. */
export function GiftFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const texts = useTexts('productdetailpagecomponents')
  const common = useTexts('websitetranslationcomponents')
  const isMissing = error instanceof Refused && error.refusal.refused === 'no-such-gift'
  useOnceOnline(isConnectionError(error), onRetry)
  usePageTitle(isMissing ? common.text('noLongerOffered') : TITLE)
  return (
    <div className={css.failed}>
      <EmptyState icon={isMissing ? 'gift' : 'warning'} role="alert">
        <h1 data-note lang="en">
          {TITLE}
        </h1>
        <p data-said>{isMissing ? common.jsx('noLongerOffered') : readErrorText(error, common)}</p>
        <p data-ways>
          {isMissing ? null : <Button onClick={onRetry}>{texts.jsx('retry')}</Button>}
          <ShopLink to="/products" className={buttonClass(isMissing ? 'main' : 'quiet')}>
            {texts.jsx('allGifts')}
          </ShopLink>
        </p>
      </EmptyState>
    </div>
  )
}
