import { useQuery } from '@tanstack/react-query'

import { GiftSection } from '#storefront/product-card/GiftSection.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import { productsQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './SuggestedGifts.module.css'

const MAX_GIFTS = 4

type SuggestedGiftsProps = {
  /** The row of the recommended gifts, so that different pages suggest different gifts. Home and list show the first. */
  row?: number
}

/** Gift suggestions for an empty page. If they do not load, nothing is shown. */
export const SuggestedGifts = (props: SuggestedGiftsProps) => (
  <QuietBoundary>
    <Suggestions {...props} />
  </QuietBoundary>
)

function Suggestions({ row = 0 }: SuggestedGiftsProps) {
  const texts = useTexts('websitetranslationcomponents')
  const { data, isLoading } = useQuery({ ...productsQuery('', 1, useLanguage()), retry: false })
  const gifts = data?.response ?? []
  const start = gifts.length >= (row + 1) * MAX_GIFTS ? row * MAX_GIFTS : 0
  return (
    <GiftSection
      className={css.section}
      title={texts.jsx('someGifts')}
      gifts={isLoading ? null : gifts.slice(start, start + MAX_GIFTS)}
      placeholders={MAX_GIFTS}
    />
  )
}
