import { expect, it } from 'vitest'

import { fullName } from '#domain/catalog/full-gift-name.ts'

it('adds the variant to the name, and nothing to a gift without variants', () => {
  expect(fullName({ name: 'Vaas', variant: 'Mos' })).toBe('Vaas (Mos)')
  expect(fullName({ name: 'Vaas', variant: '' })).toBe('Vaas')
})
