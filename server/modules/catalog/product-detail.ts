import type { Product } from '#contract/catalog/catalog.shop.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import { yesNo } from '#domain/text/wire-boolean.ts'
import { plainName } from '#server/modules/catalog/read-model/image-texts.sql.ts'
import {
  firstPicture,
  type LanguageModel,
  picturesOf,
} from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { ProductTextRow } from '#server/modules/catalog/read-model/catalog.sql.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import { stockText } from '#server/modules/catalog/read-model/stock-texts.ts'

export function productDetail(
  words: LanguageModel,
  offer: Offer,
  textRows: readonly ProductTextRow[],
): Product {
  const { product } = offer
  const { row } = product
  const { text: name, language } = words.nameOf(product)
  const { status, colour } = stockStatus(offer.inStock)
  const { texts, langs } = textsOf(words, textRows)
  const media = firstPicture(offer)
  return {
    scp: offer.sku,
    spli_id: offer.spliId,
    name,
    ...(language && language !== words.language ? { lang: language } : {}),
    brand: row.brand_name,
    brand_id: row.brand_id,
    ...texts,
    langs,
    stock_status: stockText(words, status),
    stock_status_color: colour,
    delivery_condition: offer.deliveryCondition,
    points: offer.points,
    isSustainable: row.sustainable,
    media,
    product_image_gallery: picturesOf(offer).map((file) => ({
      media_url: file,
      resized_image: `/images/local/${file}?w=800`,
      alt: words.altOf(file, row.picture_alts[plainName(file)]) ?? name,
    })),
    breadcrumb: words.breadcrumb(product),
    product_variants: product.offers.map((variant) => ({
      scp: variant.sku,
      spli_id: variant.spliId,
      value_dim_0: variant.values[0],
      value_dim_1: variant.values[1],
      stock_availability: yesNo(variant.inStock === null || variant.inStock > 0),
      imageUrl: firstPicture(variant),
      points: variant.points,
    })),
    dim: row.dimension_ids.map((id, place) => dimension(words, offer, id, place)),
    CrossSelling: words.crossSelling(product),
  }
}

const TEXTS = {
  description: 'description',
  extended_description: 'details',
  sustainablity_description: 'sustainability',
  warranty_description: 'warranty',
  delivery_info: 'delivery_info',
} as const
type TextName = keyof typeof TEXTS

/** Each text falls back to another language on its own. */
function textsOf(words: LanguageModel, textRows: readonly ProductTextRow[]) {
  const texts: Record<TextName, string> = {
    description: '',
    extended_description: '',
    sustainablity_description: '',
    warranty_description: '',
    delivery_info: '',
  }
  const langs: Partial<Record<TextName, string>> = {}
  for (const name of Object.keys(TEXTS) as TextName[]) {
    const { text, language } = words.words(textRows, TEXTS[name])
    texts[name] = text
    if (language && language !== words.language) langs[name] = language
  }
  return { texts, langs }
}

function dimension(words: LanguageModel, offer: Offer, id: string, place: number) {
  const given = new Set(offer.product.offers.map((variant) => variant.values[place] ?? ''))
  const answer = [...given]
    .map((value) => ({ value, title: words.valueTitles.get(`${id} ${value}`) }))
    .sort((a, b) => (a.title?.place ?? 0) - (b.title?.place ?? 0))
    .map(({ value, title }) => ({
      value,
      label: title?.label ?? value,
      ...(title?.hexcode ? { hexcode: title.hexcode } : {}),
    }))
  return {
    dropdown_definition: {
      description: words.dimensionTitles.get(id) ?? id,
      answer,
      sequence: place,
    },
    value: offer.values[place] ?? '',
  }
}
