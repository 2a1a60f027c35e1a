import { useSuspenseQuery } from '@tanstack/react-query'

import { CompanyNumbers } from '#storefront/frame/CompanyNumbers.tsx'
import { CookieChoice } from '#storefront/frame/CookieChoice.tsx'
import { GuaranteeLink } from '#storefront/frame/GuaranteeLink.tsx'
import { LanguageMenu } from '#storefront/frame/LanguageMenu.tsx'
import { LogoutButton } from '#storefront/frame/LogoutButton.tsx'
import { givenSite } from '#storefront/given.ts'
import { companyQuery } from '#storefront/queries.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords } from '#storefront/words.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './CheckoutFooter.module.css'

/** One line of what has to be within reach while ordering; who we are folds out of it. */
export function CheckoutFooter() {
  const words = useWords('footercomponents')
  const language = useLanguage()
  const { data: company } = useSuspenseQuery(companyQuery(language))
  const { version } = givenSite()
  return (
    <footer className={css.footer}>
      <div className={css.line}>
        <ul className={css.links}>
          <li>
            <ShopLink to="/terms-and-conditions">{words.say('termsLink')}</ShopLink>
          </li>
          <li>
            <ShopLink to="/privacy-policy">{words.say('privacyLink')}</ShopLink>
          </li>
          <li>
            <ShopLink to="/return-policy">{words.say('returnsLink')}</ShopLink>
          </li>
          <li>
            <CookieChoice>{words.say('cookieChange')}</CookieChoice>
          </li>
        </ul>
        <div className={css.own}>
          <LanguageMenu />
          <LogoutButton />
        </div>
        <details className={css.about}>
          <summary>
            {words.say('companyTitle')}
            <Icon name="chevron-down" />
          </summary>
          <div className={css.company}>
            <address>
              {[
                company.company_name,
                company.company_street_and_number,
                company.company_postal_code_and_city,
              ].join(', ')}
            </address>
            <CompanyNumbers />
            <GuaranteeLink mark={css.mark} />
            <span>{version}</span>
          </div>
        </details>
      </div>
    </footer>
  )
}
