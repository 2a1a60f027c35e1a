import type { QueryClient } from '@tanstack/react-query'

import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { OPENINGS, type Opening } from '#storefront/images/initial-images.ts'
import { LINE_SIZES } from '#storefront/images/image-sizes.ts'
import { cartQuery, productQuery, productsQuery, textsQuery } from '#storefront/api/queries.ts'
import { dataOf, componentsOf } from '#contract/content/page-table.ts'
import { isRaster, pictureSet } from '#ui/lib/image-address.ts'

/** Holds references while the images may be needed, because a browser may drop images without one. */
const warm = new Map<string, HTMLImageElement>()
const MAX_IMAGES = 12
const MAX_CART_LINES = 3

/** Loads the first images of a page whose data is cached. */
export function prefetchImages(queries: QueryClient, pathname: string, search: string): void {
  for (const { file, sizes } of openingsAt(queries, pathname, search)) {
    if (file === undefined || !isRaster(file) || warm.has(file + sizes)) continue
    const image = new Image()
    image.sizes = sizes
    image.srcset = pictureSet(file)
    warm.set(file + sizes, image)
    const [oldest] = warm.keys()
    if (warm.size > MAX_IMAGES && oldest !== undefined) warm.delete(oldest)
  }
}

function openingsAt(queries: QueryClient, pathname: string, search: string): Opening[] {
  const at = { pathname, search }
  const language = currentLanguage()
  const words = componentsOf(pathname).flatMap(
    (path) => queries.getQueryData(textsQuery(path, language).queryKey) ?? [],
  )
  const openings = OPENINGS.components?.({ response: words }, at) ?? []
  for (const { call, input } of dataOf(pathname, new URLSearchParams(search), language)) {
    if (call === 'product') {
      const scp = String(input['scpId'])
      const response = queries.getQueryData(productQuery(scp, language).queryKey)
      if (response) openings.push(...(OPENINGS.product?.({ response }, at) ?? []))
    }
    if (call === 'products') {
      const page = queries.getQueryData(productsQuery(search, 1, language).queryKey)
      if (page) openings.push(...(OPENINGS.products?.(page, at) ?? []))
    }
  }
  if (pathname === '/cart') openings.push(...linesOfCart(queries))
  return openings
}

/** Every page has the cart in its cache. */
function linesOfCart(queries: QueryClient): Opening[] {
  const cart = queries.getQueryData(cartQuery(currentLanguage()).queryKey)
  const lines = cart?.shopping_cart_items.slice(0, MAX_CART_LINES) ?? []
  return lines.map(({ media }) => ({ file: media, sizes: LINE_SIZES }))
}
