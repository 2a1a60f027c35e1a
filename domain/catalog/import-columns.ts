import { LANGUAGE_NAMES } from '#domain/language-names.ts'
import { allLanguages } from '#domain/language.ts'
import { GIFT_FACTS, SHEET_FACTS } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'

const FIELD_WORDS: Record<string, readonly string[]> = {
  gift: [
    'gift number',
    'cadeaunummer',
    'geschenknummer',
    'cadeau',
    'geschenk',
    'product',
    'product id',
    'code',
  ],
  sku: ['article sku', 'artikel sku', 'article', 'artikel', 'variant sku', 'variante sku'],
  brand: ['merk', 'marke'],
  tags: ['kenmerken', 'merkmale'],
  on_hand: [
    'stock',
    'in stock',
    'op voorraad',
    'auf lager',
    'on hand',
    'voorraad',
    'bestand',
    'aanwezig',
    'vorhanden',
  ],
  from: [
    'stock before the count',
    'voorraad vóór de telling',
    'bestand vor der zählung',
    'on hand before',
    'aanwezig vóór de telling',
    'vorhanden vor der zählung',
  ],
  'name.nl': ['name', 'naam'],
  'description.nl': ['description', 'omschrijving'],
  'delivery_info.nl': ['delivery info'],
}

const FACT_WORDS = SHEET_FACTS.map((fact): [string, readonly string[]] => [
  fact,
  GIFT_FACTS[fact].titles,
])

const POINTS = ['points', 'punten', 'punkte']

const FIELDS = new Map([
  ...Object.entries(GIFT_TEXTS).flatMap(([text, { titles }]) =>
    allLanguages.flatMap((language) =>
      [plain(text), ...titles].flatMap((word) =>
        [language, ...LANGUAGE_NAMES[language]].map(
          (spoken) => [`${word} ${spoken}`, `${text}.${language}`] as const,
        ),
      ),
    ),
  ),
  ...[...Object.entries(FIELD_WORDS), ...FACT_WORDS].flatMap(([field, words]) =>
    [plain(field), ...words].map((word) => [word, field] as const),
  ),
])

/**
 * The field that a column name means, from the back office's own column names in all languages. Other columns are
 * assigned by hand.
 */
export function fieldOfColumn(column: string): string | undefined {
  const word = plain(column)
  const [first = '', channel = '', ...others] = word.split(' ')
  const isChannel = channel.length <= 10 && channel !== '' && Number.isInteger(Number(channel))
  if (POINTS.includes(first) && isChannel && others.length === 0) return `points.${channel}`
  return FIELDS.get(word)
}

/** Normalizes 'Name (Dutch)', 'name.nl' and 'on_hand' to words with single spaces. */
function plain(words: string): string {
  return words
    .toLowerCase()
    .split(/[\s_.()-]/)
    .filter((word) => word !== '')
    .join(' ')
}
