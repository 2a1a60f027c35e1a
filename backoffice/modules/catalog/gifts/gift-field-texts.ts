import { valueText } from '#backoffice/modules/catalog/value-texts.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import type { GiftField } from '#contract/catalog/gift-fields.ts'
import { languageOf } from '#domain/language.ts'
import type { GIFT_FACTS, GiftFact, GiftFactValue } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'

const TEXT_LABELS = Object.fromEntries(
  GIFT_TEXT_NAMES.map((name) => [`text.${name}`, `text.${name}`]),
) as { [Name in GiftText as `text.${Name}`]: `text.${Name}` }

type ChoiceFact = {
  [Name in GiftFact]: (typeof GIFT_FACTS)[Name] extends { kind: 'choice' } ? Name : never
}[GiftFact]

/** The labels of a gift's facts. A fact without one does not compile. */
export const FACT_LABELS: Readonly<Record<GiftFact, MessageKey>> = {
  delivery: 'deliveryMethod',
  digital: 'digital.kind',
  sustainable: 'sustainable',
}
/** The labels of their values. */
export const FACT_VALUE_LABELS: {
  readonly [Name in ChoiceFact]: Readonly<Record<GiftFactValue<Name> & string, MessageKey>>
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
const FACT_FIELD_LABELS = Object.fromEntries(
  Object.entries(FACT_LABELS).map(([name, label]) => [`gift.${name}`, label]),
) as Record<`gift.${GiftFact}`, MessageKey>

/** The labels of the forms. A field without one does not compile. */
const FIELD_LABELS: Record<GiftField, MessageKey> = {
  'gift.made': 'field.gift.made',
  'gift.brand': 'brand',
  ...FACT_FIELD_LABELS,
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
  ...TEXT_LABELS,
  'text.search_words': 'field.text.search_words',
  'offer.points': 'points',
  'offer.active': 'onSale',
}

/** The labels of values, by field. */
const VALUE_LABELS: Partial<Record<string, Record<string, MessageKey>>> = {
  ...Object.fromEntries(
    Object.entries(FACT_VALUE_LABELS).map(([name, values]) => [`gift.${name}`, values]),
  ),
  'offer.active': { true: 'isOnSale', false: 'isNotOnSale' },
}
const YES_NO_LABELS: Record<string, MessageKey> = { true: 'field.yes', false: 'field.no' }

const isGiftField = (field: string): field is GiftField => Object.hasOwn(FIELD_LABELS, field)

/** A field of an older or newer version is shown by its own name. */
export const giftFieldName = (t: Translate, field: string): string =>
  isGiftField(field) ? t(FIELD_LABELS[field]) : readableKey(field.split('.')[1] ?? field)

/** The name of the channel, and the language. */
export const channelLanguageText = (t: Translate, channel: string, code: string): string => {
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
  // The row of a new item only says that it exists. Its values have their own rows.
  if (field.endsWith('.made')) return value === null ? '–' : t('field.there')
  // File names of images are hashes and not shown.
  if (field.endsWith('.pictures') && Array.isArray(value))
    return t('media.counted', { count: value.length })
  const labels = VALUE_LABELS[field] ?? (typeof value === 'boolean' ? YES_NO_LABELS : undefined)
  const hasLabel = typeof value === 'string' || typeof value === 'boolean'
  const label = hasLabel ? labels?.[String(value)] : undefined
  if (label !== undefined) return t(label)
  const nameOf = (id: unknown) => (typeof id === 'string' ? (names.get(id) ?? id) : id)
  return valueText(Array.isArray(value) ? value.map(nameOf) : nameOf(value))
}
