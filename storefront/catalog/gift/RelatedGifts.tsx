import type { CrossSell } from '#contract/catalog/catalog.shop.ts'
import { GiftSection } from '#storefront/product-card/GiftSection.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './RelatedGifts.module.css'

/** Gifts that go well with this one. */
export function RelatedGifts({ gifts }: { gifts: CrossSell[] }) {
  const texts = useTexts('productdetailpagecomponents')
  if (gifts.length === 0) return null
  return <GiftSection className={css.section} title={texts.jsx('crossSellTitle')} gifts={gifts} />
}
