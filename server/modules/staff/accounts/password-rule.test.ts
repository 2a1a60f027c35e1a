import { expect, it } from 'vitest'

import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'

const owner = { email: 'noor.jansen@noordzee.example', name: 'Noor Jansen', company: 'Kwartelhof' }

it.each([
  'P@ssw0rd1234',
  'football12345',
  'princess123456',
  'trustno1trustno1',
  'monkeymonkey1',
  'correcthorse',
  'Amsterdam2026',
  'giftpoint-demo',
  'Giftpoint-Demo-2026',
  'Kerstpakket2026!',
  'Zomer2026zomer',
  'n00r.jans3n!!',
  'NoorJansen2026!!',
  'Noordzee2026!',
  'Kwartelhof-HR-1',
  'qwertyuiopas',
  '123456789012345678901234567890',
])('refuses a common or personal password: %s (SAFE-8, S7)', async (password) => {
  expect(await isGuessable(password, owner)).toBe(true)
})

it.each([
  'a long enough secret',
  'krant lamp fiets wolk',
  'violet kettle rowing 41',
  'x7Kq2mPz9Lw4',
  '739204816652',
  'giftpoint en zeven zwanen',
])('accepts a password that is hard to guess: %s (SAFE-8, S7)', async (password) => {
  expect(await isGuessable(password, owner)).toBe(false)
})

it('checks a password of any length within a time limit (SAFE-8, S7)', async () => {
  const started = performance.now()
  expect(await isGuessable('P@ssw0rd'.repeat(125), owner)).toBe(true)
  expect(await isGuessable('4@$(3!1|0'.repeat(110), owner)).toBeTypeOf('boolean')
  expect(performance.now() - started).toBeLessThan(20_000)
})
