import { expect, it } from 'vitest'

import { fullName } from '#domain/catalog/full-gift-name.ts'

it('tells one colour or size of a gift from another, and says nothing of a gift that has none', () => {
  expect(fullName({ name: 'Vaas', variant: 'Mos' })).toBe('Vaas (Mos)')
  expect(fullName({ name: 'Vaas', variant: '' })).toBe('Vaas')
})
