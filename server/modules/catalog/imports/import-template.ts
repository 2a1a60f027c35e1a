import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import { columnTitle, REQUIRED_WORDS } from '#domain/catalog/import-columns.ts'
import { isGiftText } from '#domain/catalog/gift-texts.ts'
import type { StaffLanguage } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Cell, CsvColumns } from '#server/lists/csv-download.ts'
import { fieldsOf } from '#server/modules/catalog/imports/import-kinds.ts'
import { listSheetChannels, readExampleNames } from '#server/modules/catalog/imports/import.sql.ts'

/** Fictional gifts: one row shows how to fill in the sheet. */
const EXAMPLES: Readonly<Record<StaffLanguage, Readonly<Record<string, Cell>>>> = {
  en: {
    name: 'Example mug',
    description: 'A stoneware mug for tea and coffee.',
    details: 'Stoneware, 300 ml, dishwasher safe',
    sustainability: 'Made in a local workshop',
    warranty: '2 years',
    delivery_info: 'Delivered within 2 working days',
    delivery: 'warehouse',
    sustainable: 'yes',
  },
  nl: {
    name: 'Voorbeeldmok',
    description: 'Een mok van steengoed voor thee en koffie.',
    details: 'Steengoed, 300 ml, vaatwasserbestendig',
    sustainability: 'Gemaakt in een atelier in de buurt',
    warranty: '2 jaar',
    delivery_info: 'Binnen 2 werkdagen in huis',
    delivery: 'magazijn',
    sustainable: 'ja',
  },
  de: {
    name: 'Beispieltasse',
    description: 'Eine Tasse aus Steinzeug für Tee und Kaffee.',
    details: 'Steinzeug, 300 ml, spülmaschinenfest',
    sustainability: 'In einer Werkstatt in der Nähe hergestellt',
    warranty: '2 Jahre',
    delivery_info: 'Lieferung in 2 Werktagen',
    delivery: 'Lager',
    sustainable: 'ja',
  },
}
const EXAMPLE_CODE = 'example-mug'
const EXAMPLE_NUMBERS = { points: 8, on_hand: 25, from: 20 }

/** The columns of an empty sheet, each with its cell of the example row. */
export async function templateColumns(
  sql: Queries,
  kind: ImportKind,
  own: readonly string[] | null,
  language: StaffLanguage,
): Promise<CsvColumns<null>> {
  const channels = await listSheetChannels(sql, own)
  const { fields, needed } = fieldsOf(
    kind,
    channels.map(({ id }) => id),
  )
  const names = await readExampleNames(sql, language)
  const example: Readonly<Record<string, Cell>> = {
    ...EXAMPLES[language],
    ...EXAMPLE_NUMBERS,
    ...names,
    gift: EXAMPLE_CODE,
    sku: EXAMPLE_CODE,
  }
  const [firstChannel, ...others] = channels
  // A new gift also needs its brand and a name. Points are needed in any channel.
  const required = [
    ...needed,
    'brand',
    `name.${language}`,
    ...(kind === 'prices' && firstChannel && others.length === 0
      ? [`points.${firstChannel.id}`]
      : []),
  ]
  const nameOf = (id: string) => channels.find((channel) => channel.id === id)?.name ?? id
  return Object.fromEntries(
    fields
      .filter((field) => isInTemplate(field, language))
      .map((field) => {
        const title = columnTitle(field, language, nameOf)
        const mark = required.includes(field) ? ` (${REQUIRED_WORDS[language]})` : ''
        const [name = '', suffix] = field.split('.')
        const cell = isGiftText(name) && suffix !== language ? '' : (example[name] ?? '')
        return [`${title}${mark}`, () => cell]
      }),
  )
}

/** Names have a column in each language, other texts only in the user's. More columns would hide the important ones. */
function isInTemplate(field: string, language: StaffLanguage): boolean {
  const [name = '', suffix] = field.split('.')
  return !isGiftText(name) || name === 'name' || suffix === language
}
