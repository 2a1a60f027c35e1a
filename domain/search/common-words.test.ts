import { expect, it } from 'vitest'

import { isCommonWord } from './common-words.ts'

it('knows everyday words in all their forms, and in their own language only (B1)', () => {
  expect(isCommonWord('moeder', 'nl')).toBe(true)
  expect(isCommonWord('wallets', 'en')).toBe(true)
  expect(isCommonWord('mutze', 'de')).toBe(true)
  expect(isCommonWord('noel', 'fr')).toBe(true)
  expect(isCommonWord('moeder', 'en')).toBe(false)
  expect(isCommonWord('koffei', 'nl')).toBe(false)
})
