import { expect, it } from 'vitest'

import {
  columnName,
  giftFieldName,
  giftFieldValue,
  whereText,
} from '#backoffice/modules/catalog/gifts/gift-field-texts.ts'
import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import { GIFT_FIELDS } from '#contract/catalog/gift-fields.ts'
import { fieldOfColumn } from '#domain/catalog/import-columns.ts'

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
  expect(said('gift.delivery', 'monta')).toBe(dictionary['way.monta'])
  expect(said('gift.dimensions', ['size'])).toBe('Maat')
  expect(said('gift.pictures', ['0af3.webp', '9b1c.webp'])).toBe(dictionary['media.counted'])
  expect(whereText(t, '1014', 'nl')).toBe(`${dictionary.inChannel} · ${dictionary['in.nl']}`)
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
])(
  'names what a column of a sheet may be in words, and reads those words above a column, in %s (SAFE-16, C-4)',
  (_, dictionary) => {
    const t: Translate = (key) => dictionary[key]
    const names = COLUMNS.map((field) => columnName(t, field))
    expect(names.filter((name) => /[._]|^[a-z]/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(COLUMNS.length)
    expect(columnName(t, 'name.nl')).toBe(`${dictionary['text.name']} (${dictionary['in.nl']})`)
    expect(columnName(t, 'points.1014')).toBe(`${dictionary.points} (1014)`)
    expect(names.map(fieldOfColumn)).toEqual(COLUMNS)
    expect(COLUMNS.map(fieldOfColumn)).toEqual(COLUMNS)
  },
)
