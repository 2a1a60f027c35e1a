import type { Product } from '#contract/catalog/catalog.shop.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import { yesNo } from '#domain/text/wire-boolean.ts'
import { storedFileName } from '#server/modules/catalog/read-model/image-texts.sql.ts'
import {
  firstPicture,
  type LocalizedCatalog,
  picturesOf,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { ProductTextRow } from '#server/modules/catalog/read-model/catalog.sql.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import { stockText } from '#server/modules/catalog/read-model/stock-texts.ts'

export function productDetail(
  catalog: LocalizedCatalog,
  offer: Offer,
  textRows: readonly ProductTextRow[],
): Product {
  const { product } = offer
  const { row } = product
  const { text: name, language } = catalog.nameOf(product)
  const { status, colour } = stockStatus(offer.inStock)
  const { texts, langs } = textsOf(catalog, textRows)
  const media = firstPicture(offer)
  return {
    scp: offer.sku,
    spli_id: offer.spliId,
    name,
    ...(language && language !== catalog.language ? { lang: language } : {}),
    brand: row.brand_name,
    brand_id: row.brand_id,
    ...texts,
    langs,
    stock_status: stockText(catalog, status),
    stock_status_color: colour,
    delivery_condition: offer.deliveryCondition,
    points: offer.points,
    isSustainable: row.sustainable,
    media,
    product_image_gallery: picturesOf(offer).map((file) => ({
      media_url: file,
      resized_image: `/images/local/${file}?w=800`,
      alt: catalog.altOf(file, row.picture_alts[storedFileName(file)]) ?? name,
    })),
    breadcrumb: catalog.breadcrumb(product),
    product_variants: product.offers.map((variant) => ({
      scp: variant.sku,
      spli_id: variant.spliId,
      value_dim_0: variant.values[0],
      value_dim_1: variant.values[1],
      stock_availability: yesNo(variant.inStock === null || variant.inStock > 0),
      imageUrl: firstPicture(variant),
      points: variant.points,
    })),
    dim: row.dimension_ids.map((id, index) => describeDimension(catalog, offer, id, index)),
    CrossSelling: catalog.crossSelling(product),
  }
}

/** The fields of the response and their columns. */
const TEXT_COLUMNS = {
  description: 'description',
  extended_description: 'details',
  sustainablity_description: 'sustainability',
  warranty_description: 'warranty',
  delivery_info: 'delivery_info',
} as const
type TextName = keyof typeof TEXT_COLUMNS

/** Each text falls back to another language on its own. */
function textsOf(catalog: LocalizedCatalog, textRows: readonly ProductTextRow[]) {
  const texts: Record<TextName, string> = {
    description: '',
    extended_description: '',
    sustainablity_description: '',
    warranty_description: '',
    delivery_info: '',
  }
  const langs: Partial<Record<TextName, string>> = {}
  for (const name of Object.keys(TEXT_COLUMNS) as TextName[]) {
    const { text, language } = catalog.textIn(textRows, TEXT_COLUMNS[name])
    texts[name] = text
    if (language && language !== catalog.language) langs[name] = language
  }
  return { texts, langs }
}

/** A dropdown with the values of a dimension that the channel sells. */
function describeDimension(catalog: LocalizedCatalog, offer: Offer, id: string, index: number) {
  const values = new Set(offer.product.offers.map((variant) => variant.values[index] ?? ''))
  const answer = [...values]
    .map((value) => ({ value, title: catalog.valueTitles.get(`${id} ${value}`) }))
    .sort((a, b) => (a.title?.position ?? 0) - (b.title?.position ?? 0))
    .map(({ value, title }) => ({
      value,
      label: title?.label ?? value,
      ...(title?.hexcode ? { hexcode: title.hexcode } : {}),
    }))
  return {
    dropdown_definition: {
      description: catalog.dimensionTitles.get(id) ?? id,
      answer,
      sequence: index,
    },
    value: offer.values[index] ?? '',
  }
}
