import type { Answer } from '#contract/client.shop.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { cardPicture } from '#storefront/images/card-image.ts'
import { chosenGifts } from '#storefront/order-flow/chosen-gifts.ts'
import {
  BANNER_SIZES,
  CARD_SIZES,
  HERO_SIZES,
  ORDERED_SIZES,
  IMAGE_SIZES,
} from '#storefront/images/image-sizes.ts'

export type InitialImage = { file: string | undefined; sizes: string }

type Result<Name extends CallName> = Omit<Answer<Name>, 'success'>

type PageAddress = { pathname: string; search: string }

/** Finds the images in a response that the page shows first. */
export const INITIAL_IMAGES: {
  [Name in CallName]?: (answer: Result<Name>, address: PageAddress) => InitialImage[]
} = {
  components: ({ response }, { search }) =>
    response.flatMap(({ path, blocks }) => {
      const picture = (block: string, code: string) =>
        blocks
          .find((candidate) => candidate.code === block)
          ?.media.find((file) => file.code === code)?.file_name_with_extension
      if (path === 'homepagecomponents') {
        return { file: picture('heroSection', 'hero'), sizes: HERO_SIZES }
      }
      // A search for a category may have its own banner.
      return path === 'productlistpagecomponents' && search === ''
        ? { file: picture('page', 'banner'), sizes: BANNER_SIZES }
        : []
    }),
  order: ({ response }, { pathname }) =>
    pathname === '/confirmation'
      ? chosenGifts(response)
          .slice(0, 1)
          .map(({ media }) => ({ file: media, sizes: ORDERED_SIZES }))
      : [],
  product: ({ response }) => [
    { file: response.product_image_gallery[0]?.media_url, sizes: IMAGE_SIZES },
  ],
  products: ({ response }) =>
    response.slice(0, 2).map((gift) => ({ file: cardPicture(gift), sizes: CARD_SIZES })),
}
