import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from '#storefront/router/router.tsx'

import { CompanyNumbers } from '#storefront/layout/footer/CompanyNumbers.tsx'
import { CookieChoice } from '#storefront/layout/CookieChoice.tsx'
import { LayoutBoundary } from '#storefront/layout/LayoutBoundary.tsx'
import { GuaranteeLink } from '#storefront/layout/footer/GuaranteeLink.tsx'
import { ShopLogo } from '#storefront/images/ShopLogo.tsx'
import { serverSite } from '#storefront/api/server-data.ts'
import { companyQuery } from '#storefront/api/queries.ts'
import { legalPages, orderingPages, addressInLanguage } from '#contract/content/page-table.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import css from './Footer.module.css'

/** The footer. Its children are the elements that float in the corner. */
export function Footer({ children }: { children?: ReactNode }) {
  const texts = useTexts('footercomponents')
  const logo = useSession()?.corporate_identity.logo ?? ''
  const { help_centre_url } = serverSite()
  return (
    <footer className={css.footer}>
      <div className={css.parts}>
        <section aria-label={texts.text('orderingTitle')}>
          <ShopLogo file={logo} name="" className={css.logo} />
          <h2 className={css.title}>{texts.jsx('orderingTitle')}</h2>
          <ul className={css.links}>
            <li>
              <ShopLink to="/orders">{texts.jsx('ordersLink')}</ShopLink>
            </li>
            {orderingPages.map(({ path, label }) => (
              <li key={path}>
                <ShopLink to={path}>{texts.jsx(label)}</ShopLink>
              </li>
            ))}
          </ul>
        </section>
        <CompanyOrError />
        <section className={css.help} aria-label={texts.text('helpTitle')}>
          <h2 className={css.title}>{texts.jsx('helpTitle')}</h2>
          <p>{texts.jsx('helpText')}</p>
          <div className={css.buttons}>
            <a
              className={buttonClass('plain')}
              href={addressInLanguage(useLanguage(), help_centre_url)}
              target="_blank"
              rel="noopener"
            >
              {texts.jsx('faqButton')}
              <span className="visually-hidden"> {texts.jsx('newTab')}</span>
            </a>
            <ShopLink to="/contact" className={buttonClass('quiet')}>
              {texts.jsx('contactButton')}
            </ShopLink>
          </div>
        </section>
      </div>
      <LegalLine />
      {children}
    </footer>
  )
}

function CompanyOrError() {
  return (
    <LayoutBoundary pathname={useLocation().pathname}>
      <Company />
    </LayoutBoundary>
  )
}

function Company() {
  const texts = useTexts('footercomponents')
  const { data: company } = useSuspenseQuery(companyQuery(useLanguage()))
  return (
    <section aria-label={texts.text('companyTitle')}>
      <h2 className={css.title}>{texts.jsx('companyTitle')}</h2>
      <address className={css.address}>
        {company.company_name}
        <br />
        {company.company_street_and_number}
        <br />
        {company.company_postal_code_and_city}
      </address>
      <CompanyNumbers className={css.numbers} />
    </section>
  )
}

function LegalLine() {
  const texts = useTexts('footercomponents')
  const { version } = serverSite()
  return (
    <div className={css.last}>
      <ul className={css.legal}>
        {legalPages.map(({ path, label }) => (
          <li key={path}>
            <ShopLink to={path}>{texts.jsx(label)}</ShopLink>
          </li>
        ))}
        <li>
          <CookieChoice>{texts.jsx('cookieChange')}</CookieChoice>
        </li>
      </ul>
      <GuaranteeLink className={css.guarantee} mark={css.mark} />
      <span className={css.version}>{version}</span>
    </div>
  )
}
