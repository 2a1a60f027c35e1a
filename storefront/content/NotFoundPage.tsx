import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import css from '#storefront/page/PageBoundary.module.css'

/** 'Not found' in the recipient's language. The specification prescribes the small English line. */
export default function NotFoundPage() {
  const texts = useTexts('websitetranslationcomponents')
  const session = useSession()
  usePageTitle(texts.text('pageNotFound'))
  return (
    <div className={css.failed}>
      <EmptyState icon="gift">
        <h1>
          <span data-said>{texts.jsx('pageNotFound')}</span>{' '}
          <span data-note lang="en">
            sorry ! requested page not found
          </span>
        </h1>
        <p data-ways>
          {session ? (
            <ShopLink to="/" className={buttonClass('main')}>
              {texts.jsx('toGifts')}
            </ShopLink>
          ) : (
            <ShopLink to="/login" className={buttonClass('main')}>
              {texts.jsx('toLogin')}
            </ShopLink>
          )}
          <ShopLink to="/contact">{texts.jsx('askUs')}</ShopLink>
        </p>
      </EmptyState>
      {session ? <SuggestedGifts /> : null}
    </div>
  )
}
