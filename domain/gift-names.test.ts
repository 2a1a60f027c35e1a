import { expect, it } from 'vitest'

import { placesInName } from './gift-names.ts'

it('finds the word of a name that says what the gift is (B1)', () => {
  expect(placesInName('Set of three braided cables', 'en')).toEqual([
    'early',
    'early',
    'early',
    'early',
    'head',
  ])
  expect(placesInName('Camera with a mirror', 'en')).toEqual(['head', 'later', 'later', 'later'])
  expect(placesInName('Walnut block, five knives', 'en')).toEqual([
    'early',
    'head',
    'later',
    'later',
  ])
  expect(placesInName('Drie vaasjes voor takjes', 'nl')).toEqual([
    'early',
    'head',
    'later',
    'later',
  ])
  expect(placesInName('Petit réveil de voyage', 'fr')).toEqual(['early', 'head', 'later', 'later'])
})

it('has a place for every word of a name that only measures (B1)', () => {
  expect(placesInName('Set of three', 'en')).toEqual(['early', 'early', 'early'])
  expect(placesInName('', 'de')).toEqual([])
})
