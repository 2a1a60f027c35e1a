import { expect, it } from 'vitest'

import { wholeName } from '#domain/catalog/full-gift-name.ts'

it('tells one colour or size of a gift from another, and says nothing of a gift that has none', () => {
  expect(wholeName({ name: 'Vaas', variant: 'Mos' })).toBe('Vaas (Mos)')
  expect(wholeName({ name: 'Vaas', variant: '' })).toBe('Vaas')
})
