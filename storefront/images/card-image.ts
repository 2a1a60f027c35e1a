import { hasPicture } from '#ui/lib/image-address.ts'

/** The picture by which a list shows a gift. */
export const cardPicture = ({
  basicImageUrl = '',
  media,
}: {
  basicImageUrl?: string
  media: string
}) => (hasPicture(basicImageUrl) ? basicImageUrl : media)
