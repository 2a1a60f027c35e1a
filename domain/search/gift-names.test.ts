import { expect, it } from 'vitest'

import { isFiller, isMeasure, rolesInName } from './gift-names.ts'

it('finds the word of a name that describes the gift (B1)', () => {
  expect(rolesInName('Set of three braided cables', 'en')).toEqual([
    'early',
    'early',
    'early',
    'early',
    'head',
  ])
  expect(rolesInName('Camera with a mirror', 'en')).toEqual(['head', 'later', 'later', 'later'])
  expect(rolesInName('Walnut block, five knives', 'en')).toEqual([
    'early',
    'head',
    'later',
    'later',
  ])
  expect(rolesInName('Drie vaasjes voor takjes', 'nl')).toEqual(['early', 'head', 'later', 'later'])
  expect(rolesInName('Petit réveil de voyage', 'fr')).toEqual(['early', 'head', 'later', 'later'])
})

it('has a place for every word of a name that only measures (B1)', () => {
  expect(rolesInName('Set of three', 'en')).toEqual(['early', 'early', 'early'])
  expect(rolesInName('', 'de')).toEqual([])
})

it('ends a section at every sign that does (B1)', () => {
  for (const sign of [',', ';', ':', ' –']) {
    expect(rolesInName(`Vaas${sign} glas`, 'nl')).toEqual(['head', 'later'])
  }
  expect(rolesInName('Set van 12 glazen met deksel met lepel', 'nl')).toEqual([
    'early',
    'early',
    'early',
    'head',
    'later',
    'later',
    'later',
    'later',
  ])
  expect(rolesInName('Grand vase bleu', 'fr')).toEqual(['early', 'head', 'early'])
})

it.each([
  ['nl', 'drie stuks', 'kadootje presentje'],
  ['de', 'drei dreierset', 'geschenke prasent'],
  ['en', 'three pieces', 'gift presents'],
  ['fr', 'trois petits', 'cadeau cadeaux'],
] as const)(
  'knows in %s what measures and what is any gift (B1)',
  (language, measures, fillers) => {
    for (const word of [...measures.split(' '), '12']) {
      expect(isMeasure(word, language)).toBe(true)
      expect(isFiller(word, language)).toBe(false)
    }
    for (const word of fillers.split(' ')) {
      expect(isFiller(word, language)).toBe(true)
      expect(isMeasure(word, language)).toBe(false)
    }
    for (const word of ['vase', '3d', 'mp3', '']) {
      expect(isMeasure(word, language) || isFiller(word, language)).toBe(false)
    }
  },
)
