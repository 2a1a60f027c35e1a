import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import css from '#storefront/page/PageBoundary.module.css'

/** In the recipient's language. The small line below is prescribed by the specification. */
export default function NotFoundPage() {
  const words = useTexts('websitetranslationcomponents')
  const session = useSession()
  usePageTitle(words.text('pageNotFound'))
  return (
    <div className={css.failed}>
      <EmptyState icon="gift">
        <h1>
          <span data-said>{words.say('pageNotFound')}</span>{' '}
          <span data-note lang="en">
            sorry ! requested page not found
          </span>
        </h1>
        <p data-ways>
          {session ? (
            <ShopLink to="/" className={buttonClass('main')}>
              {words.say('toGifts')}
            </ShopLink>
          ) : (
            <ShopLink to="/login" className={buttonClass('main')}>
              {words.say('toLogin')}
            </ShopLink>
          )}
          <ShopLink to="/contact">{words.say('askUs')}</ShopLink>
        </p>
      </EmptyState>
      {session ? <SuggestedGifts /> : null}
    </div>
  )
}
