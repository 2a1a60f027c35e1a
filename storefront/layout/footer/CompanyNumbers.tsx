import { useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'

import { companyQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'

/** The company's Chamber of Commerce and VAT number, each with its label. An empty number is omitted. */
export function CompanyNumbers({ className }: { className?: string }) {
  const texts = useTexts('footercomponents')
  const { data: company } = useSuspenseQuery(companyQuery(useLanguage()))
  const numbers = [
    ['chamberOfCommerceLabel', company.company_chamber_of_commerce_account],
    ['vatLabel', company.company_vat_number],
  ].filter(([, number]) => number !== '')
  if (numbers.length === 0) return null
  return (
    <dl className={className}>
      {numbers.map(([label = '', number]) => (
        <Fragment key={label}>
          <dt>{texts.jsx(label)}</dt>
          <dd>{number}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
