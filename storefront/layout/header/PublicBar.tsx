import { LanguageChoice } from '#storefront/layout/header/LanguageChoice.tsx'
import { CookieChoice } from '#storefront/layout/CookieChoice.tsx'
import { ShopLogo } from '#storefront/images/ShopLogo.tsx'
import { serverSite } from '#storefront/api/server-data.ts'
import { logoAlt } from '#storefront/images/logo-alt.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './PublicBar.module.css'

/** For readers without a session: the shop's name, and a link to the login. */
export function PublicBar() {
  const words = useTexts('websitetranslationcomponents')
  const footer = useTexts('footercomponents')
  const { corporate_identity } = serverSite()
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
