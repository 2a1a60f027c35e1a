import { isOutOfReach, troubleOf } from '#storefront/message-of.ts'
import { Refused } from '#storefront/shop-client.ts'
import { usePageTitle } from '#storefront/page-title.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useOnceOnline } from '#storefront/use-once-online.ts'
import { useWords } from '#storefront/words.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import css from '#storefront/PageBoundary.module.css'

/** What went wrong, and the way on: a gift that is not there will not come by asking again. */
export function DetailFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const words = useWords('productdetailpagecomponents')
  const common = useWords('websitetranslationcomponents')
  const gone = error instanceof Refused && error.refusal.refused === 'no-such-gift'
  const failed = 'An error occurred while loading the description'
  useOnceOnline(isOutOfReach(error), onRetry)
  usePageTitle(gone ? common.text('noLongerOffered') : failed)
  return (
    <div className={css.failed}>
      <EmptyState icon={gone ? 'gift' : 'warning'} role="alert">
        <h1 data-note lang="en">
          {failed}
        </h1>
        <p data-said>{gone ? common.say('noLongerOffered') : troubleOf(error, common)}</p>
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
