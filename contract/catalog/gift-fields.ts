import { GIFT_FACT_NAMES, type GiftFact } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'

/** Fields that are neither facts nor texts. */
const OTHER_FIELDS = [
  'gift.made',
  'gift.brand',
  'gift.dimensions',
  'gift.pictures',
  'gift.picture_alts',
  'gift.tags',
  'gift.cross_selling',
  'article.made',
  'article.shelf',
  'article.values',
  'article.position',
  'article.pictures',
  'article.retired',
  'text.search_words',
  'offer.points',
  'offer.active',
] as const
/** A field of a gift whose changes are recorded. */
export type GiftField = (typeof OTHER_FIELDS)[number] | `gift.${GiftFact}` | `text.${GiftText}`
export const GIFT_FIELDS: readonly GiftField[] = [
  ...OTHER_FIELDS,
  ...GIFT_FACT_NAMES.map((name) => `gift.${name}` as const),
  ...GIFT_TEXT_NAMES.map((name) => `text.${name}` as const),
]
