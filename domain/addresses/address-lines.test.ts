import { expect, it } from 'vitest'

import { addressLines } from './address-lines.ts'
import type { Language } from '#domain/language.ts'

const home = {
  street: 'Zilverkade',
  houseNumber: '12',
  addition: 'A',
  postalCode: '1012AB',
  city: 'Amsterdam',
  country: 'NL',
  line: '',
}

it('are the lines of a parcel label, without the country in the Netherlands', () => {
  expect(addressLines(home, 'nl')).toEqual(['Zilverkade 12A', '1012 AB Amsterdam'])
  expect(addressLines({ ...home, country: '' }, 'nl')).toEqual([
    'Zilverkade 12 A',
    '1012AB Amsterdam',
  ])
})

it('start with the company and the additional line, if any', () => {
  expect(addressLines({ ...home, line: ' t.a.v. inkoop ' }, 'nl', 'Noordzee B.V.')).toEqual([
    'Noordzee B.V.',
    't.a.v. inkoop',
    'Zilverkade 12A',
    '1012 AB Amsterdam',
  ])
  expect(addressLines({ ...home, line: '  ' }, 'nl', ' ')).toHaveLength(2)
})

it.each<[string, Language, string, string]>([
  ['DE', 'nl', 'Zilverkade 12A', 'Duitsland'],
  ['FR', 'en', '12A Zilverkade', 'France'],
  ['LU', 'de', '12, A Zilverkade', 'Luxemburg'],
  ['BE', 'fr', 'Zilverkade 12A', 'Belgique'],
])(
  'in %s names the country in the reader’s language (%s), and its number where it is written',
  (country, language, street, name) => {
    expect(addressLines({ ...home, postalCode: '1000', country }, language)).toEqual([
      street,
      '1000 Amsterdam',
      name,
    ])
  },
)

it('leaves an address unchanged in a country without delivery', () => {
  const abroad = { ...home, addition: '', postalCode: '90210', country: 'US' }
  expect(addressLines(abroad, 'en')).toEqual(['Zilverkade 12', '90210 Amsterdam', 'United States'])
})
