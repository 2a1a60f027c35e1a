import { LanguageChoice } from '#storefront/frame/LanguageChoice.tsx'
import { CookieChoice } from '#storefront/frame/CookieChoice.tsx'
import { ShopLogo } from '#storefront/ShopLogo.tsx'
import { givenSite } from '#storefront/given.ts'
import { logoAlt } from '#storefront/logo-alt.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords } from '#storefront/words.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './PublicBar.module.css'

/** For who reads without being logged in: whose shop it is, and a quiet way in. */
export function PublicBar() {
  const words = useWords('websitetranslationcomponents')
  const footer = useWords('footercomponents')
  const { corporate_identity } = givenSite()
  const language = useLanguage()
  return (
    <nav className={css.bar} aria-label={words.text('toLogin', {}, 'Login')}>
      <ShopLogo
        file={corporate_identity.logo}
        name={logoAlt(corporate_identity, language)}
        className={css.logo}
      />
      <LanguageChoice />
      <CookieChoice>{footer.say('cookieChange')}</CookieChoice>
      <ShopLink to="/login" className={css.way}>
        {words.say('toLogin', {}, 'Login')}
        <Icon name="arrow-right" />
      </ShopLink>
    </nav>
  )
}
