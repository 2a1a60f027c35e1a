import type { Answer } from '#contract/call.ts'
import type { CallName } from '#contract/paths.ts'
import { cardPicture } from '#storefront/catalogue/card-picture.ts'
import { BANNER_SIZES, CARD_SIZES, HERO_SIZES, STAGE_SIZES } from '#storefront/picture-sizes.ts'
import { hasPicture, pictureSet } from '#ui/picture-address.ts'

type Opening = { file: string | undefined; sizes: string }

/** The pictures that an answer lets its page open with. */
const OPENINGS: { [Name in CallName]?: (answer: Answer<Name>) => Opening[] } = {
  components: ({ response }) =>
    response.flatMap(({ path, blocks }) => {
      const picture = (block: string, code: string) =>
        blocks.find((one) => one.code === block)?.media.find((one) => one.code === code)
          ?.file_name_with_extension
      if (path === 'homepagecomponents') {
        return { file: picture('heroSection', 'hero'), sizes: HERO_SIZES }
      }
      // A choice of gifts may have a banner of its own.
      return path === 'productlistpagecomponents' && location.search === ''
        ? { file: picture('page', 'banner'), sizes: BANNER_SIZES }
        : []
    }),
  product: ({ response }) => [
    { file: response.product_image_gallery[0]?.media_url, sizes: STAGE_SIZES },
  ],
  products: ({ response }) =>
    response.slice(0, 2).map((gift) => ({ file: cardPicture(gift), sizes: CARD_SIZES })),
}

/** Fetches the picture that is the largest thing in view while the script that draws it is on its way. */
export async function fetchPicture<Name extends CallName>(
  name: Name,
  answering: Promise<Response>,
): Promise<void> {
  const openings = OPENINGS[name]
  if (!openings) return
  const answer = await answering
  if (!answer.ok) return
  // The page reads the answer itself; this is a copy of it.
  const told = (await answer.clone().json()) as Answer<Name>
  for (const { file, sizes } of openings(told)) {
    if (file !== undefined && hasPicture(file) && !file.endsWith('.svg')) preload(file, sizes)
  }
}

function preload(file: string, sizes: string) {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.imageSizes = sizes
  link.imageSrcset = pictureSet(file)
  document.head.append(link)
}
