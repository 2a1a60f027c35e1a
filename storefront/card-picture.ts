import type { ProductCard } from '#contract/catalogue-api.ts'
import { hasPicture } from '#ui/picture-address.ts'

/** The picture by which a list shows a gift. */
export const cardPicture = ({ basicImageUrl, media }: ProductCard) =>
  hasPicture(basicImageUrl) ? basicImageUrl : media
