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

/** The header without a session: logo, language, cookies and a link to the login. */
export function PublicBar() {
  const texts = useTexts('websitetranslationcomponents')
  const footer = useTexts('footercomponents')
  const { corporate_identity } = serverSite()
  const language = useLanguage()
  return (
    <nav className={css.bar} aria-label={texts.text('toLogin', {}, 'Login')}>
      <ShopLogo
        file={corporate_identity.logo}
        name={logoAlt(corporate_identity, language)}
        className={css.logo}
      />
      <LanguageChoice />
      <CookieChoice>{footer.jsx('cookieChange')}</CookieChoice>
      <ShopLink to="/login" className={css.login}>
        {texts.jsx('toLogin', {}, 'Login')}
        <Icon name="arrow-right" />
      </ShopLink>
    </nav>
  )
}
