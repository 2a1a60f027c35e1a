import { usePageTitle } from '#storefront/page-title.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useSession } from '#storefront/use-session.ts'
import { useWords } from '#storefront/words.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './NotFoundPage.module.css'

/** The sentence is the specification's; below it the same in the holder's language, and ways on. */
export default function NotFoundPage() {
  const words = useWords('websitetranslationcomponents')
  const session = useSession()
  usePageTitle(words.text('pageNotFound'))
  return (
    <div className={css.page}>
      <Icon name="gift" />
      <h1 lang="en">sorry ! requested page not found</h1>
      <p>{words.say('pageNotFound')}</p>
      <p className={css.ways}>
        {session ? (
          <ShopLink to="/" className={buttonClass('main')}>
            {words.say('toGifts')}
          </ShopLink>
        ) : (
          <ShopLink to="/login" className={buttonClass('main')}>
            {words.say('toLogin')}
          </ShopLink>
        )}
        <ShopLink to="/contact" className={buttonClass('quiet')}>
          {words.say('askUs')}
        </ShopLink>
      </p>
    </div>
  )
}
