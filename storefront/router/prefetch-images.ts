import type { QueryClient } from '@tanstack/react-query'

import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { INITIAL_IMAGES, type InitialImage } from '#storefront/images/initial-images.ts'
import { LINE_SIZES } from '#storefront/images/image-sizes.ts'
import { cartQuery, productQuery, productsQuery, textsQuery } from '#storefront/api/queries.ts'
import { dataOf, componentsOf } from '#contract/content/page-table.ts'
import { isRaster, pictureSet } from '#ui/lib/image-address.ts'

/** Holds references while the images may be needed, because a browser may drop images without one. */
const loadedImages = new Map<string, HTMLImageElement>()
const MAX_IMAGES = 12
const MAX_CART_LINES = 3

/** Loads the first images of a page whose data is cached. */
export function prefetchImages(queries: QueryClient, pathname: string, search: string): void {
  for (const { file, sizes } of imagesOf(queries, pathname, search)) {
    if (file === undefined || !isRaster(file) || loadedImages.has(file + sizes)) continue
    const image = new Image()
    image.sizes = sizes
    image.srcset = pictureSet(file)
    loadedImages.set(file + sizes, image)
    const [oldest] = loadedImages.keys()
    if (loadedImages.size > MAX_IMAGES && oldest !== undefined) loadedImages.delete(oldest)
  }
}

function imagesOf(queries: QueryClient, pathname: string, search: string): InitialImage[] {
  const address = { pathname, search }
  const language = currentLanguage()
  const components = componentsOf(pathname).flatMap(
    (path) => queries.getQueryData(textsQuery(path, language).queryKey) ?? [],
  )
  const images = INITIAL_IMAGES.components?.({ response: components }, address) ?? []
  for (const { call, input } of dataOf(pathname, new URLSearchParams(search), language)) {
    if (call === 'product') {
      const scp = String(input['scpId'])
      const response = queries.getQueryData(productQuery(scp, language).queryKey)
      if (response) images.push(...(INITIAL_IMAGES.product?.({ response }, address) ?? []))
    }
    if (call === 'products') {
      const page = queries.getQueryData(productsQuery(search, 1, language).queryKey)
      if (page) images.push(...(INITIAL_IMAGES.products?.(page, address) ?? []))
    }
  }
  if (pathname === '/cart') images.push(...imagesOfCart(queries))
  return images
}

/** Every page has the cart in its cache. */
function imagesOfCart(queries: QueryClient): InitialImage[] {
  const cart = queries.getQueryData(cartQuery(currentLanguage()).queryKey)
  const lines = cart?.shopping_cart_items.slice(0, MAX_CART_LINES) ?? []
  return lines.map(({ media }) => ({ file: media, sizes: LINE_SIZES }))
}
