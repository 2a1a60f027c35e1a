import { usePageTitle } from '#storefront/page-title.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useWords } from '#storefront/words.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './NotFoundPage.module.css'

/** The sentence is the specification's; below it the same in the holder's language, and a way on. */
export default function NotFoundPage() {
  const words = useWords('websitetranslationcomponents')
  usePageTitle(words.text('pageNotFound'))
  return (
    <div className={css.page}>
      <Icon name="gift" />
      <h1 lang="en">sorry ! requested page not found</h1>
      <p>{words.say('pageNotFound')}</p>
      <ShopLink to="/" className={buttonClass('main')}>
        {words.say('toGifts')}
      </ShopLink>
    </div>
  )
}
