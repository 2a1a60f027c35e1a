import { expect, it } from 'vitest'

import { addressOf, choicesOf, partsOf } from '#backoffice/modules/content/preview/preview-sides.ts'

it('stores the choices of two previews separately, and the second one inherits from the first (PRODUCT-8)', () => {
  const query = new URLSearchParams('channel=1014&points=8&language=nl&compare=yes&b.language=de')
  expect(choicesOf(query, 'a').get('language')).toBe('nl')
  const second = choicesOf(query, 'b')
  expect([second.get('language'), second.get('points')]).toEqual(['de', '8'])
  expect(partsOf('b', { points: '20' })).toEqual({ 'b.points': '20' })
  expect(partsOf('a', { points: '20' })).toEqual({ points: '20' })
  expect(addressOf(second, '1014')).toBe('channel=1014&points=8&language=de')
})
