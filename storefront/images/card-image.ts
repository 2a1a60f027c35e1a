import { hasPicture } from '#ui/lib/image-address.ts'

/** The image of a gift in lists. */
export const cardPicture = ({
  basicImageUrl = '',
  media,
}: {
  basicImageUrl?: string
  media: string
}) => (hasPicture(basicImageUrl) ? basicImageUrl : media)
