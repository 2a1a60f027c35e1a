import { expect, it } from 'vitest'

import { isWeakPassword } from './weak-password.ts'

const whose = { email: 'noor.jansen@noordzee.example', name: 'Noor Jansen-de Wit' }

it.each([
  'aaaaaaaaaaaa',
  'abababababab',
  '123412341234',
  'passwordpassword',
  'Password-2026!',
  'Welkom Welkom 01',
  '123456789012',
  'qwertyuiop12',
  'Giftpoint2026',
  'giftpointgiftpoint',
  'noor.jansen@noordzee.example',
  'NoorJansen2026',
  'Noordzee-Noordzee-1',
  'correct horse battery staple',
])('rejects a password that an attacker tries first: %s (DESK-1)', (password) => {
  expect(isWeakPassword(password, whose)).toBe(true)
})

it.each([
  'a long enough secret',
  'not the password of noor',
  'krant lamp fiets wolk',
  '5 olifanten bij de bakker',
  '739204816652',
  'giftpoint en zeven zwanen',
])('accepts other passwords: %s (DESK-1)', (password) => {
  expect(isWeakPassword(password, whose)).toBe(false)
})
