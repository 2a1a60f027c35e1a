import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import { hasPicture } from '#ui/lib/image-address.ts'

/** The picture by which a list shows a gift. */
export const cardPicture = ({ basicImageUrl, media }: ProductCard) =>
  hasPicture(basicImageUrl) ? basicImageUrl : media
