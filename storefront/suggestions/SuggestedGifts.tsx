import { useQuery } from '@tanstack/react-query'

import { GiftSection } from '#storefront/product-card/GiftSection.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import { productsQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './SuggestedGifts.module.css'

const MAX_GIFTS = 4

/** Gift suggestions for an empty page. If they do not load, nothing is shown. */
export const SuggestedGifts = () => (
  <QuietBoundary>
    <Suggestions />
  </QuietBoundary>
)

function Suggestions() {
  const words = useTexts('websitetranslationcomponents')
  const { data, isLoading } = useQuery({ ...productsQuery('', 1, useLanguage()), retry: false })
  return (
    <GiftSection
      className={css.section}
      title={words.say('someGifts')}
      gifts={isLoading ? null : (data?.response.slice(0, MAX_GIFTS) ?? [])}
      room={MAX_GIFTS}
    />
  )
}
