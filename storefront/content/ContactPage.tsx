import { useSuspenseQuery } from '@tanstack/react-query'

import { ContactForm } from '#storefront/content/ContactForm.tsx'
import { ContactLines } from '#storefront/content/ContactLines.tsx'
import { PageBreadcrumb } from '#storefront/content/PageBreadcrumb.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { companyQuery } from '#storefront/api/queries.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './ContactPage.module.css'

export default function ContactPage() {
  const texts = useTexts('contactpagecomponents')
  const session = useSession()
  const title = texts.text('title', {}, 'Contact')
  const banner = texts.picture('banner')
  usePageTitle(title)
  return (
    <div className={css.page}>
      {session ? <PageBreadcrumb current={title} /> : null}
      <div className={css.banner} data-banner>
        {banner ? (
          <Picture
            file={banner.file}
            alt={banner.alt}
            sizes="(width < 80rem) 100vw, 1200px"
            ratio="auto"
            className={css.picture}
            eager
          />
        ) : null}
        <h1 className={css.title}>{texts.jsx('title', {}, 'Contact')}</h1>
      </div>
      <div className={css.columns}>
        <section className={css.ask}>
          <h2>{texts.jsx('header')}</h2>
          {session ? <ContactForm /> : <LogInFirst />}
        </section>
        <aside className={css.reach} aria-label={texts.text('reachTitle')}>
          <ContactLines />
          <OpeningHours />
          <CompanyAddress />
        </aside>
      </div>
    </div>
  )
}

/** The form requires a session. Without one, the page still shows telephone, email and address. */
function LogInFirst() {
  const texts = useTexts('contactpagecomponents')
  const common = useTexts('websitetranslationcomponents')
  return (
    <>
      <p>{texts.jsx('logInFirst')}</p>
      <ShopLink to="/login" className={buttonClass('quiet')}>
        {common.jsx('toLogin', {}, 'Login')}
      </ShopLink>
    </>
  )
}

function OpeningHours() {
  const texts = useTexts('contactpagecomponents')
  const days = texts.block('openingHours').items
  if (days.length === 0) return null
  return (
    <>
      <h2 className={css.small}>{texts.jsx('openingHoursTitle')}</h2>
      <dl className={css.hours}>
        {days.map((day) => (
          <div key={day.code}>
            <dt>{day.jsx('day')}</dt>
            <dd>{day.jsx('hours')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function CompanyAddress() {
  const texts = useTexts('footercomponents')
  const { data: company } = useSuspenseQuery(companyQuery(useLanguage()))
  return (
    <>
      <h2 className={css.small}>{company.company_name}</h2>
      <address className={css.address}>
        {company.company_street_and_number}
        <br />
        {company.company_postal_code_and_city}
      </address>
      <dl className={css.numbers}>
        <div>
          <dt>{texts.jsx('chamberOfCommerceLabel')}</dt>
          <dd>{company.company_chamber_of_commerce_account}</dd>
        </div>
        <div>
          <dt>{texts.jsx('vatLabel')}</dt>
          <dd>{company.company_vat_number}</dd>
        </div>
      </dl>
    </>
  )
}
