import { asText } from '#backoffice/modules/catalog/value-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import type { GiftField } from '#contract/catalog/gift-fields.ts'
import { languageOf } from '#domain/language.ts'
import type { GIFT_FACTS, GiftFact, GiftFactValue } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'

const TEXTS = Object.fromEntries(
  GIFT_TEXT_NAMES.map((name) => [`text.${name}`, `text.${name}`]),
) as { [Name in GiftText as `text.${Name}`]: `text.${Name}` }

type Choice = {
  [Name in GiftFact]: (typeof GIFT_FACTS)[Name] extends { kind: 'choice' } ? Name : never
}[GiftFact]

/** The texts of a gift's facts. A fact without one does not compile. */
export const FACT_WORDS: Readonly<Record<GiftFact, MessageKey>> = {
  delivery: 'deliveryMethod',
  digital: 'digital.kind',
  sustainable: 'sustainable',
}
/** The messages of their values. */
export const FACT_VALUES: {
  readonly [Name in Choice]: Readonly<Record<GiftFactValue<Name> & string, MessageKey>>
} = {
  delivery: {
    monta: 'deliveryMethod.monta',
    dropship: 'deliveryMethod.dropship',
    digital: 'deliveryMethod.digital',
  },
  digital: {
    issuer: 'digital.kind.issuer',
    code: 'digital.kind.code',
    pdf: 'digital.kind.pdf',
  },
}
const FACTS = Object.fromEntries(
  Object.entries(FACT_WORDS).map(([name, label]) => [`gift.${name}`, label]),
) as Record<`gift.${GiftFact}`, MessageKey>

/** The labels of the forms. A field without one does not compile. */
const FIELDS: Record<GiftField, MessageKey> = {
  'gift.made': 'field.gift.made',
  'gift.brand': 'brand',
  ...FACTS,
  'gift.dimensions': 'attribute.dimensions',
  'gift.pictures': 'pictures',
  'gift.picture_alts': 'alternative',
  'gift.tags': 'tags',
  'gift.cross_selling': 'crossSelling',
  'article.made': 'field.article.made',
  'article.shelf': 'field.article.shelf',
  'article.values': 'field.article.values',
  'article.position': 'field.article.position',
  'article.pictures': 'pictures',
  'article.retired': 'retired',
  ...TEXTS,
  'text.search_words': 'field.text.search_words',
  'offer.points': 'points',
  'offer.active': 'onSale',
}

/** Fields whose values have a text. */
const VALUES: Partial<Record<string, Record<string, MessageKey>>> = {
  ...Object.fromEntries(
    Object.entries(FACT_VALUES).map(([name, values]) => [`gift.${name}`, values]),
  ),
  'offer.active': { true: 'isOnSale', false: 'isNotOnSale' },
}
const WHETHER: Record<string, MessageKey> = { true: 'field.yes', false: 'field.no' }

const isKnown = (field: string): field is GiftField => Object.hasOwn(FIELDS, field)

/** A field of an older or newer version is shown by its own name. */
export const giftFieldName = (t: Translate, field: string): string =>
  isKnown(field) ? t(FIELDS[field]) : readableKey(field.split('.')[1] ?? field)

/** The name of the channel, and the language. */
export const whereText = (t: Translate, channel: string, code: string): string => {
  const language = languageOf(code)
  return [channel, language === undefined ? code : t(`in.${language}`)].filter(Boolean).join(' · ')
}

/** The value of a field as in the form. Names are looked up by id. */
export function giftFieldValue(
  t: Translate,
  field: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string {
  // A new item is shown by its name. Its other values have their own rows.
  if (field.endsWith('.made')) return value === null ? '–' : t('field.there')
  // File names of images are hashes and not shown.
  if (field.endsWith('.pictures') && Array.isArray(value))
    return t('media.counted', { count: value.length })
  const label =
    typeof value === 'string' || typeof value === 'boolean'
      ? (VALUES[field] ?? (typeof value === 'boolean' ? WHETHER : undefined))?.[String(value)]
      : undefined
  if (label !== undefined) return t(label)
  const called = (one: unknown) => (typeof one === 'string' ? (names.get(one) ?? one) : one)
  return asText(Array.isArray(value) ? value.map(called) : called(value))
}
