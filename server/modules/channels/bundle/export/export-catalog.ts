import type { PictureNames } from './export-images.ts'
import type { ShopContents } from './shop-contents.sql.ts'
import type { ProductTextRow } from '#server/modules/channels/bundle/write/shop-tables.ts'
import { filled, grouped, inOrder, sortedBy } from '#server/platform/parsing/write-yaml.ts'
import { allLanguages } from '#domain/language.ts'
import { GIFT_FACT_NAMES, GIFT_FACTS } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'

export function brandsFile({ brands, suppliers }: ShopContents, pictures: PictureNames) {
  return Object.fromEntries(
    sortedBy(brands, ({ id }) => id).map(({ id, name, picture, supplier_email }) => [
      id,
      {
        name,
        ...filled({
          picture: pictures.file(picture),
          supplier_email,
          supplier: suppliers.find(({ brand }) => brand === id)?.email ?? '',
        }),
      },
    ]),
  )
}

export function tagsFile({ tagGroups, tags }: ShopContents) {
  const inGroup = grouped(
    inOrder(tags, ({ id }) => id),
    ({ tag_group_id }) => tag_group_id,
  )
  return Object.fromEntries(
    inOrder(tagGroups, ({ id }) => id).map(({ id, texts }) => [
      id,
      {
        texts: languagesOf(texts),
        tags: Object.fromEntries(
          (inGroup.get(id) ?? []).map((tag) => [tag.id, languagesOf(tag.texts)]),
        ),
      },
    ]),
  )
}

export function dimensionsFile({ dimensions, dimensionValues }: ShopContents) {
  const values = grouped(
    inOrder(dimensionValues, ({ id }) => id),
    ({ dimension_id }) => dimension_id,
  )
  return Object.fromEntries(
    sortedBy(dimensions, ({ id }) => id).map(({ id, texts }) => [
      id,
      {
        texts: languagesOf(texts),
        values: Object.fromEntries(
          (values.get(id) ?? []).map((value) => [
            value.id,
            { ...filled({ hexcode: value.hexcode }), texts: languagesOf(value.texts) },
          ]),
        ),
      },
    ]),
  )
}

/** products/{code}.yaml of one channel: its own products, and its texts for those of other owners. */
export function productFiles(shop: ShopContents, channel: string, pictures: PictureNames) {
  const texts = grouped(
    shop.productTexts.filter(({ channel_id }) => channel_id === channel),
    ({ product_id }) => product_id,
  )
  const articles = grouped(
    inOrder(shop.articles, ({ sku }) => sku),
    ({ product_id }) => product_id,
  )
  const tags = grouped(
    inOrder(shop.productTags, ({ tag_id }) => tag_id),
    ({ product_id }) => product_id,
  )
  const crossSells = grouped(
    inOrder(shop.crossSells, ({ other_id }) => other_id),
    ({ product_id }) => product_id,
  )
  const written = new Map<string, object>()
  for (const product of sortedBy(shop.products, ({ id }) => id)) {
    const { id } = product
    const words = wordsOf(texts.get(id) ?? [])
    if (product.owner_channel_id !== channel) {
      if (Object.keys(words).length > 0) written.set(id, { texts: words })
      continue
    }
    const own = articles.get(id) ?? []
    const shown = [product, ...own].flatMap((one) => one.pictures)
    written.set(id, {
      ...traitsOf(product, own[0]?.vat_class ?? 'standard'),
      ...filled({
        tags: (tags.get(id) ?? []).map(({ tag_id }) => tag_id),
        pictures: filesOf(product.pictures, pictures),
        picture_alts: altsOf(product.picture_alts, shown, pictures),
        dimensions: product.dimension_ids,
        articles: variantsOf(product, own, pictures),
        cross_selling: (crossSells.get(id) ?? []).map(({ other_id }) => other_id),
      }),
      texts: words,
    })
  }
  return written
}

type Product = ShopContents['products'][number]
type Article = ShopContents['articles'][number]

function traitsOf(product: Product, vat: string) {
  return {
    brand: product.brand_id,
    ...Object.fromEntries(
      GIFT_FACT_NAMES.flatMap((name) => {
        const { column, usual, onlyFor } = GIFT_FACTS[name]
        const isTold = onlyFor === null || onlyFor === product.delivery_condition
        return isTold && product[column] !== usual ? [[name, product[column]]] : []
      }),
    ),
    ...(vat === 'standard' ? {} : { vat }),
  }
}

/** Empty for a gift with a single variant without dimension values. */
function variantsOf({ id, dimension_ids }: Product, articles: Article[], pictures: PictureNames) {
  const variants = articles.map((article) => ({
    sku: article.sku,
    ...filled({
      values: Object.fromEntries(
        dimension_ids.map((dimension, index) => [
          dimension,
          [article.value_0, article.value_1][index],
        ]),
      ),
      pictures: filesOf(article.pictures, pictures),
    }),
  }))
  const [only] = variants
  const isPlain = variants.length === 1 && only?.sku === id && Object.keys(only).length === 1
  return isPlain ? [] : variants
}

const filesOf = (references: string[], pictures: PictureNames) =>
  references.flatMap((name) => pictures.file(name) ?? [])

/** In the order of the images; texts of images that the gift no longer shows are left out. */
function altsOf(alts: unknown, shown: string[], pictures: PictureNames) {
  const textsByImage = alts as Record<string, unknown>
  return Object.fromEntries(
    shown.flatMap((reference) => {
      const file = textsByImage[reference] ? pictures.file(reference) : undefined
      return file ? [[file, languagesOf(textsByImage[reference])]] : []
    }),
  )
}

function wordsOf(rows: ProductTextRow[]) {
  return Object.fromEntries(
    allLanguages.flatMap((language) => {
      const row = rows.find((text) => text.language === language)
      if (!row) return []
      const textsByName = [
        ...GIFT_TEXT_NAMES.map((name) => [GIFT_TEXTS[name].inFolder, row[name]] as const),
        ['search_words', row.search_words] as const,
      ]
      return [[language, Object.fromEntries(textsByName.filter(([, text]) => text !== null))]]
    }),
  )
}

export function languagesOf(texts: unknown) {
  const given = texts as Record<string, string | undefined>
  return Object.fromEntries(
    allLanguages.flatMap((language) => (given[language] ? [[language, given[language]]] : [])),
  )
}
