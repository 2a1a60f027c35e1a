import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PageBreadcrumb.module.css'

/** Home > this page. */
export function PageBreadcrumb({ here }: { here: string }) {
  const words = useTexts('websitetranslationcomponents')
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
