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
        texts: inLanguageOrder(texts),
        tags: Object.fromEntries(
          (inGroup.get(id) ?? []).map((tag) => [tag.id, inLanguageOrder(tag.texts)]),
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
        texts: inLanguageOrder(texts),
        values: Object.fromEntries(
          (values.get(id) ?? []).map((value) => [
            value.id,
            { ...filled({ hexcode: value.hexcode }), texts: inLanguageOrder(value.texts) },
          ]),
        ),
      },
    ]),
  )
}

/** products/{code}.yaml of one channel: its own products, and its texts for products of other channels. */
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
  const files = new Map<string, object>()
  for (const product of sortedBy(shop.products, ({ id }) => id)) {
    const { id } = product
    const productTexts = textsByLanguage(texts.get(id) ?? [])
    if (product.owner_channel_id !== channel) {
      if (Object.keys(productTexts).length > 0) files.set(id, { texts: productTexts })
      continue
    }
    const own = articles.get(id) ?? []
    const shownPictures = [product, ...own].flatMap((item) => item.pictures)
    files.set(id, {
      ...factsOf(product, own[0]?.vat_class ?? 'standard'),
      ...filled({
        tags: (tags.get(id) ?? []).map(({ tag_id }) => tag_id),
        pictures: filesOf(product.pictures, pictures),
        picture_alts: altTextsOf(product.picture_alts, shownPictures, pictures),
        dimensions: product.dimension_ids,
        articles: variantsOf(product, own, pictures),
        cross_selling: (crossSells.get(id) ?? []).map(({ other_id }) => other_id),
      }),
      texts: productTexts,
    })
  }
  return files
}

type Product = ShopContents['products'][number]
type Article = ShopContents['articles'][number]

/** The facts that differ from their defaults. */
function factsOf(product: Product, vat: string) {
  return {
    brand: product.brand_id,
    ...Object.fromEntries(
      GIFT_FACT_NAMES.flatMap((name) => {
        const { column, usual, onlyFor } = GIFT_FACTS[name]
        const isExported = onlyFor === null || onlyFor === product.delivery_condition
        return isExported && product[column] !== usual ? [[name, product[column]]] : []
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
  const [first] = variants
  const isPlain = variants.length === 1 && first?.sku === id && Object.keys(first).length === 1
  return isPlain ? [] : variants
}

const filesOf = (references: string[], pictures: PictureNames) =>
  references.flatMap((name) => pictures.file(name) ?? [])

/** In the order of the images. Texts of images that the gift no longer shows are left out. */
function altTextsOf(alts: unknown, shownPictures: string[], pictures: PictureNames) {
  const textsByImage = alts as Record<string, unknown>
  return Object.fromEntries(
    shownPictures.flatMap((reference) => {
      const file = textsByImage[reference] ? pictures.file(reference) : undefined
      return file ? [[file, inLanguageOrder(textsByImage[reference])]] : []
    }),
  )
}

function textsByLanguage(rows: ProductTextRow[]) {
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

/** The texts that are not empty, in a fixed order. */
export function inLanguageOrder(texts: unknown) {
  const byLanguage = texts as Record<string, string | undefined>
  return Object.fromEntries(
    allLanguages.flatMap((language) => {
      const text = byLanguage[language]
      return text ? [[language, text]] : []
    }),
  )
}
