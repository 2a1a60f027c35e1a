import { expect, it } from 'vitest'

import { accountsRetainedUntil } from '#domain/finance/accounting-retention.ts'

it('requires the longest term of a channel’s countries, to the end of a year', () => {
  expect(accountsRetainedUntil('2026-03-05', ['NL'])).toBe('2033-12-31')
  expect(accountsRetainedUntil('2026-12-31', ['NL', 'DE'])).toBe('2036-12-31')
  expect(accountsRetainedUntil('2026-03-05', ['ES'])).toBe('2036-12-31')
  expect(accountsRetainedUntil('2026-03-05', [])).toBe('2036-12-31')
})
