import { expect, it } from 'vitest'

import {
  giftFieldName,
  giftFieldValue,
  channelLanguageText,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { GIFT_FIELDS } from '#contract/catalog/gift-fields.ts'
import { columnTitle, fieldOfColumn, REQUIRED_WORDS } from '#domain/catalog/import-columns.ts'

it.each([
  ['nl', dutch],
  ['en', english],
  ['de', german],
])('tells the history of a gift as its forms do, in %s (DESK-6)', (_, dictionary) => {
  const t: Translate = (key) => dictionary[key]
  const names = new Map([
    ['brand-1', 'Kwartel'],
    ['size', 'Maat'],
  ])
  expect(GIFT_FIELDS.filter((field) => /[._]|^$/.test(giftFieldName(t, field)))).toEqual([])
  expect(giftFieldName(t, 'offer.active')).toBe(dictionary.onSale)
  const said = (field: string, value: unknown) => giftFieldValue(t, field, value, names)
  expect(said('offer.active', true)).toBe(dictionary.isOnSale)
  expect(said('offer.points', 12)).toBe('12')
  expect(said('gift.brand', 'brand-1')).toBe('Kwartel')
  expect(said('gift.tags', ['brand-1'])).toBe('Kwartel')
  expect(said('gift.delivery', 'monta')).toBe(dictionary['deliveryMethod.monta'])
  expect(said('gift.dimensions', ['size'])).toBe('Maat')
  expect(said('gift.pictures', ['0af3.webp', '9b1c.webp'])).toBe(dictionary['media.counted'])
  expect(channelLanguageText(t, 'Giftpoint', 'nl')).toBe(`Giftpoint · ${dictionary['in.nl']}`)
  expect(said('gift.sustainable', false)).toBe(dictionary['field.no'])
  expect(said('gift.made', { brand: 'brand-1' })).not.toContain('brand-1')
})

const COLUMNS =
  `gift sku brand delivery tags sustainable on_hand from points.1014 name.nl name.en name.de name.fr
  description.nl details.en sustainability.de warranty.fr delivery_info.nl delivery_info.en`.split(
    /\s+/,
  )

it.each([
  ['nl', dutch],
  ['en', english],
  ['de', german],
] as const)(
  'names what a column of a sheet may be in words, and reads those words above a column, in %s (SAFE-16, C-4)',
  (language, dictionary) => {
    const nameOf = (channel: string) => (channel === '1014' ? 'Giftpoint' : channel)
    const nameColumn = (field: string) => columnTitle(field, language, nameOf)
    const names = COLUMNS.map(nameColumn)
    expect(names.filter((name) => /[._]|^[a-z]/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(COLUMNS.length)
    // As the forms call them.
    expect(nameColumn('name.nl')).toBe(`${dictionary['text.name']} (${dictionary['in.nl']})`)
    expect(nameColumn('brand')).toBe(dictionary.brand)
    expect(nameColumn('delivery')).toBe(dictionary.deliveryMethod)
    expect(nameColumn('on_hand')).toBe(dictionary.onHand)
    expect(nameColumn('points.1014')).toBe(`${dictionary.points} (Giftpoint 1014)`)
    expect(nameColumn('points.2001')).toBe(`${dictionary.points} (2001)`)
    const fieldOf = (column: string) => fieldOfColumn(column, nameOf)
    expect(names.map(fieldOf)).toEqual(COLUMNS)
    expect(names.map((name) => fieldOf(`${name} (${REQUIRED_WORDS[language]})`))).toEqual(COLUMNS)
    expect(COLUMNS.map(fieldOf)).toEqual(COLUMNS)
    // Neither an older column nor one of another channel.
    expect(fieldOf(`${dictionary.points} old 1014`)).toBeUndefined()
    expect(fieldOf(`${dictionary.points} (Giftpoint 2024)`)).toBeUndefined()
  },
)
