import { expect, it } from 'vitest'

import { threadOfToken, threadToken } from '#server/platform/crypto/thread-token.ts'

const [OLD, NEW] = ['old:first-secret-of-the-shop', 'new:second-secret-of-the-shop']

it('finds the thread of a token from any known pepper, and of no forged token (DESK-37)', () => {
  const token = threadToken(OLD, '417')
  expect(threadOfToken(OLD, token)).toBe('417')
  expect(threadOfToken(`${NEW},${OLD}`, token)).toBe('417')
  expect(threadOfToken(NEW, token)).toBeUndefined()
  expect(threadOfToken(OLD, token.replace('417', '418'))).toBeUndefined()
})
