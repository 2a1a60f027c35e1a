import { expect, it } from 'vitest'

import { nearNames, unknownName } from '#backoffice/modules/catalog/imports/near-names.ts'

const TAGS = ['For children', 'Garden', 'Kitchen', 'Spa and sauna', 'Café', 'Green']

it('finds known names with a typing error, another ending or other accents, the nearest first', () => {
  expect(nearNames('kitchens', TAGS)[0]).toBe('Kitchen')
  expect(nearNames('gardne', TAGS)[0]).toBe('Garden')
  expect(nearNames('spa', TAGS)).toEqual(['Spa and sauna'])
  expect(nearNames('cafe', TAGS)[0]).toBe('Café')
  expect(nearNames('zzz', TAGS)).toEqual([])
})

it('finds the unknown one of several names in a cell', () => {
  const isKnown = (name: string) => TAGS.includes(name)
  expect(unknownName('Garden, Spaceships', isKnown)).toBe('Spaceships')
  expect(unknownName('Garden|Spa and sauna|Moon', isKnown)).toBe('Moon')
  expect(unknownName('Garden Spaceships', isKnown)).toBe('Spaceships')
  expect(unknownName('Garden', isKnown)).toBe('Garden')
})
