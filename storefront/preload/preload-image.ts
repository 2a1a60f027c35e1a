import type { CallName } from '#contract/paths.shop.ts'
import { type InitialImage, INITIAL_IMAGES } from '#storefront/images/initial-images.ts'
import { isRaster, pictureSet } from '#ui/lib/image-address.ts'

/** Loads the first images of a page while its script is loading. */
export async function fetchPicture(name: CallName, response: Promise<Response>): Promise<void> {
  const findImages = INITIAL_IMAGES[name] as
    | ((body: unknown, address: Location) => InitialImage[])
    | undefined
  if (!findImages) return
  const answer = await response
  if (!answer.ok) return
  // The page consumes the response itself, so this reads a copy.
  const body: unknown = await answer.clone().json()
  for (const { file, sizes } of findImages(body, location)) {
    if (file !== undefined && isRaster(file)) preload(file, sizes)
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
