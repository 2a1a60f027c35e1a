import { LANGUAGE_NAMES } from '#domain/language-names.ts'
import { allLanguages, languageOf, type StaffLanguage } from '#domain/language.ts'
import { GIFT_FACTS, SHEET_FACTS, type SheetFact } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXTS, type GiftText, isGiftText } from '#domain/catalog/gift-texts.ts'

type Titles = Readonly<Record<StaffLanguage, string>>
type ColumnKind =
  | 'gift'
  | 'sku'
  | 'brand'
  | 'tags'
  | 'on_hand'
  | 'from'
  | 'points'
  | SheetFact
  | GiftText

/** The title of a column, in the template and when columns are assigned by hand. */
const TITLES: Readonly<Record<ColumnKind, Titles>> = {
  gift: { nl: 'Cadeaunummer', en: 'Gift number', de: 'Geschenknummer' },
  sku: { nl: 'Variant (SKU)', en: 'Variant (SKU)', de: 'Variante (SKU)' },
  brand: { nl: 'Merk', en: 'Brand', de: 'Marke' },
  delivery: { nl: 'Levering', en: 'Delivery', de: 'Lieferung' },
  sustainable: { nl: 'Duurzaam', en: 'Sustainable', de: 'Nachhaltig' },
  tags: { nl: 'Kenmerken', en: 'Tags', de: 'Merkmale' },
  on_hand: { nl: 'Op voorraad', en: 'In stock', de: 'Auf Lager' },
  from: {
    nl: 'Voorraad vóór de telling',
    en: 'Stock before the count',
    de: 'Bestand vor der Zählung',
  },
  points: { nl: 'Punten', en: 'Points', de: 'Punkte' },
  name: { nl: 'Naam', en: 'Name', de: 'Name' },
  description: { nl: 'Omschrijving', en: 'Description', de: 'Beschreibung' },
  details: { nl: 'Details', en: 'Details', de: 'Details' },
  sustainability: { nl: 'Duurzaamheid', en: 'Sustainability', de: 'Nachhaltigkeit' },
  warranty: { nl: 'Garantie', en: 'Warranty', de: 'Garantie' },
  delivery_info: { nl: 'Leveringstekst', en: 'Delivery text', de: 'Lieferhinweis' },
}

/** The title of a column: 'name.nl' is Name (Dutch), 'points.1014' is Points (Giftpoint 1014). */
export function columnTitle(
  field: string,
  language: StaffLanguage,
  channelName: (id: string) => string,
): string {
  const [kind = '', suffix] = field.split('.')
  const title = Object.hasOwn(TITLES, kind) ? TITLES[kind as ColumnKind][language] : kind
  if (suffix === undefined) return title
  if (languageOf(suffix) !== undefined) {
    const languageName = new Intl.DisplayNames(language, { type: 'language' }).of(suffix)
    return `${title} (${languageName ?? suffix})`
  }
  const channel = channelName(suffix)
  return channel === suffix ? `${title} (${suffix})` : `${title} (${channel} ${suffix})`
}

/** Further names of columns, besides the titles. */
const FIELD_WORDS: Record<string, readonly string[]> = {
  gift: ['cadeau', 'geschenk', 'product', 'product id', 'code'],
  sku: ['article sku', 'artikel sku', 'article', 'artikel'],
  on_hand: ['stock', 'on hand', 'voorraad', 'bestand', 'aanwezig', 'vorhanden'],
  from: ['on hand before', 'aanwezig vóór de telling', 'vorhanden vor der zählung'],
  'name.nl': ['name', 'naam'],
  'description.nl': ['description', 'omschrijving'],
  'delivery_info.nl': ['delivery info'],
}

const FACT_WORDS = SHEET_FACTS.map((fact): [string, readonly string[]] => [
  fact,
  GIFT_FACTS[fact].titles,
])

/** Marks a column of the template that must be filled in, in each language of the back office. */
export const REQUIRED_WORDS = { nl: 'verplicht', en: 'required', de: 'erforderlich' } as const
const REQUIRED: readonly string[] = Object.values(REQUIRED_WORDS)

const POINTS_TITLES = Object.values(TITLES.points).map(normalizeTitle)
/** Gift texts are left out: they have a language in their title. */
const TITLES_WITHOUT_LANGUAGE = Object.entries(TITLES).filter(([field]) => !isGiftText(field))

const FIELD_BY_TITLE = new Map([
  ...Object.entries(GIFT_TEXTS).flatMap(([text, { titles }]) =>
    allLanguages.flatMap((language) =>
      [normalizeTitle(text), ...titles].flatMap((word) =>
        [language, ...LANGUAGE_NAMES[language]].map(
          (languageName) => [`${word} ${languageName}`, `${text}.${language}`] as const,
        ),
      ),
    ),
  ),
  ...TITLES_WITHOUT_LANGUAGE.flatMap(([field, titles]) =>
    Object.values(titles).map((title) => [normalizeTitle(title), field] as const),
  ),
  ...[...Object.entries(FIELD_WORDS), ...FACT_WORDS].flatMap(([field, words]) =>
    [normalizeTitle(field), ...words].map((word) => [word, field] as const),
  ),
])

/**
 * The field that a column name means, from the back office's own column names in all languages. Other columns are
 * assigned by hand, such as 'Points old 1014'.
 */
export function fieldOfColumn(
  column: string,
  channelName: (id: string) => string | undefined,
): string | undefined {
  const words = normalizeTitle(column)
    .split(' ')
    .filter((word) => !REQUIRED.includes(word))
  const [first = ''] = words
  // 'Points (1014)' and 'Points (Giftpoint 1014)'
  const channel = words.at(-1) ?? ''
  const isChannel = channel.length <= 10 && channel !== '' && Number.isInteger(Number(channel))
  const between = words.slice(1, -1).join(' ')
  const isNamed = between === '' || between === normalizeTitle(channelName(channel) ?? '')
  if (POINTS_TITLES.includes(first) && isChannel && isNamed) return `points.${channel}`
  return FIELD_BY_TITLE.get(words.join(' '))
}

/** Normalizes 'Name (Dutch)', 'name.nl' and 'on_hand' to words with single spaces. */
function normalizeTitle(words: string): string {
  return words
    .toLowerCase()
    .split(/[\s_.()-]/)
    .filter((word) => word !== '')
    .join(' ')
}
