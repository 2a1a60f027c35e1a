import { ShopLink } from '#storefront/ShopLink.tsx'
import { useWords } from '#storefront/words.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './PageTrail.module.css'

/** Home > this page. */
export function PageTrail({ here }: { here: string }) {
  const words = useWords('websitetranslationcomponents')
  return (
    <nav className={css.trail} aria-label={words.text('trailLabel', {}, 'Breadcrumb')}>
      <ol>
        <li>
          <ShopLink to="/">{words.say('home', {}, 'Home')}</ShopLink>
          <Icon name="chevron-right" />
        </li>
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
