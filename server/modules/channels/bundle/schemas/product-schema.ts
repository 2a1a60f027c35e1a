import { z } from 'zod'

import { VAT_CLASSES } from '#domain/finance/vat-amounts.ts'

import {
  Alt,
  Code,
  Flag,
  Line,
  listOf,
  perLanguage,
  PictureName,
  Text,
  evenIfOthersFail,
  searchTextOf,
} from '#server/platform/parsing/schema-fields.ts'
import {
  eachGiftFact,
  GIFT_FACT_NAMES,
  type GIFT_FACTS,
  type GiftFact,
  giftFact,
  type GiftFactValue,
} from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXTS, type GiftText } from '#domain/catalog/gift-texts.ts'

const MAX_SEARCH_WORDS = 60

type InFolder = (typeof GIFT_TEXTS)[GiftText]['inFolder']
const texts = Object.fromEntries(
  Object.values(GIFT_TEXTS).map(({ inFolder, isOneLine }) => [
    inFolder,
    (isOneLine ? Line : Text).optional(),
  ]),
) as Record<InFolder, z.ZodOptional<typeof Text>>

type FactInFolder<Name extends GiftFact> = (typeof GIFT_FACTS)[Name] extends { usual: null }
  ? z.ZodType<GiftFactValue<Name>>
  : z.ZodOptional<z.ZodType<GiftFactValue<Name>>>
const facts = eachGiftFact<z.ZodType>((name) => {
  const fact = giftFact(name)
  const schema = fact.kind === 'flag' ? Flag : z.enum(fact.values)
  return fact.usual === null ? schema : schema.optional()
}) as { [Name in GiftFact]: FactInFolder<Name> }

const ProductTexts = z.strictObject({
  ...texts,
  search_words: listOf(searchTextOf(5), MAX_SEARCH_WORDS).optional(),
})
export type ProductTexts = z.output<typeof ProductTexts>

const ArticleShape = z.strictObject({
  sku: Code,
  values: z.record(Code, Code).default({}),
  pictures: listOf(PictureName, 20).default([]),
})

/** A product as its owner defines it. */
export const ProductShape = z
  .strictObject({
    brand: Code,
    ...facts,
    vat: z.enum(VAT_CLASSES).default('standard'),
    tags: listOf(Code).default([]),
    pictures: listOf(PictureName, 20).default([]),
    /** Alternative texts for this gift that differ from pictures.yaml. */
    picture_alts: z.record(PictureName, Alt).default({}),
    dimensions: listOf(Code, 2).default([]),
    articles: z.array(ArticleShape).min(1, 'contains no article').optional(),
    cross_selling: listOf(Code, 12).default([]),
    texts: perLanguage(ProductTexts),
  })
  .superRefine(({ texts }, context) => {
    const path = ['texts', 'nl', 'name']
    if (!texts.nl?.name)
      context.addIssue({ code: 'custom', path, message: "a product needs a 'name' in nl" })
  }, evenIfOthersFail('texts'))
  .superRefine(
    (product, context) => {
      const report = (path: PropertyKey[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      for (const name of GIFT_FACT_NAMES) {
        const { onlyFor } = giftFact(name)
        if (onlyFor !== null && product[name] !== undefined && product.delivery !== onlyFor)
          report([name], `is for gifts whose 'delivery' is ${onlyFor}`)
      }
      const shownPictures = [product, ...(product.articles ?? [])].flatMap(
        ({ pictures }) => pictures,
      )
      for (const name of Object.keys(product.picture_alts))
        if (!shownPictures.includes(name))
          report(['picture_alts', name], `'${name}' is not one of the product's pictures`)
      if (!product.articles && product.dimensions?.length)
        report(['articles'], "a product with dimensions needs 'articles'")
      checkArticles(product, report)
    },
    evenIfOthersFail(...GIFT_FACT_NAMES, 'dimensions', 'articles', 'pictures', 'picture_alts'),
  )
export type ProductShape = z.output<typeof ProductShape>

/** The texts of a channel for a product that another channel owns. */
export const OtherTextsShape = z.strictObject({ texts: perLanguage(ProductTexts) })
export type OtherTextsShape = z.output<typeof OtherTextsShape>

type Articles = {
  dimensions: string[]
  articles?: { sku: string; values: Record<string, string> }[] | undefined
}

/** Every variant needs one value of each dimension, and no two variants may have the same values. */
function checkArticles(
  { dimensions, articles = [] }: Articles,
  report: (path: PropertyKey[], message: string) => void,
) {
  const seen = new Map<string, string>()
  const skus = new Set<string>()
  for (const [index, { sku, values }] of articles.entries()) {
    if (skus.has(sku)) report(['articles', index, 'sku'], `the article '${sku}' appears twice`)
    skus.add(sku)
    const missing = dimensions.filter((dimension) => !Object.hasOwn(values, dimension))
    const surplus = Object.keys(values).filter((dimension) => !dimensions.includes(dimension))
    for (const dimension of missing)
      report(['articles', index, 'values'], `'${sku}' has no value for '${dimension}'`)
    for (const dimension of surplus)
      report(
        ['articles', index, 'values', dimension],
        `'${dimension}' is not one of the product's dimensions`,
      )
    if (missing.length + surplus.length > 0) continue
    const pair = JSON.stringify(dimensions.map((dimension) => values[dimension]))
    const twin = seen.get(pair)
    if (twin !== undefined)
      report(['articles', index, 'values'], `'${sku}' has the same values as '${twin}'`)
    seen.set(pair, sku)
  }
}
