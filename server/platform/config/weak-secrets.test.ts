import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { liveModeProblems, readConfig } from '#server/platform/config/config.ts'
import { weakSecrets } from '#server/platform/config/weak-secrets.ts'

const GOOD_PEPPER = '9f2c81b7d05e4a63b8c7e1f0a2d49536'
const GOOD_SALT = 'c41d9e07b3f85a26'

const complaints = (environment: Record<string, string>) =>
  liveModeProblems(readConfig(environment)).filter((line) => /PEPPER|SALT/.test(line))

it('starts no live shop with the pepper a:b and the salt x, and says what to set (B40)', () => {
  expect(complaints({ GIFTPOINT_PEPPER: 'a:b', GIFTPOINT_VOUCHER_SALT: 'x' })).toEqual([
    expect.stringMatching(/^the secret of GIFTPOINT_PEPPER can be guessed .*openssl rand -hex 32/),
    expect.stringMatching(/^GIFTPOINT_VOUCHER_SALT can be guessed .*openssl rand -hex 16/),
  ])
  expect(
    complaints({ GIFTPOINT_PEPPER: `a:${GOOD_PEPPER}`, GIFTPOINT_VOUCHER_SALT: GOOD_SALT }),
  ).toEqual([])
})

it('lets an older pepper be: its vouchers cannot be given another (B40)', () => {
  const peppers = (...secrets: string[]) =>
    secrets.map((secret, at) => `p${at}:${secret}`).join(',')
  expect(weakSecrets({ peppers: peppers(GOOD_PEPPER, 'b'), salt: GOOD_SALT })).toEqual([])
  const [weak] = weakSecrets({ peppers: peppers('b-secret', GOOD_PEPPER), salt: GOOD_SALT })
  expect(weak).toBeDefined()
  expect(weak).not.toContain('b-secret')
})

it.each([
  'a'.repeat(64),
  'ab'.repeat(32),
  'secret'.repeat(8),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789'.repeat(4),
  GOOD_PEPPER.slice(0, 31),
])('takes %j for no secret (B40)', (secret) => {
  expect(weakSecrets({ peppers: `a:${secret}`, salt: GOOD_SALT })).toHaveLength(1)
})

/** The same in every run: one in a million random draws looks like a pattern. */
const chance = (seed: string) => createHash('sha512').update(seed).digest()

it('takes what chance makes, in hexadecimals as in Base64 (B40)', () => {
  for (let draw = 0; draw < 500; draw += 1) {
    for (const [form, bytes] of [
      ['hex', 16],
      ['hex', 32],
      ['base64', 24],
      ['base64url', 32],
    ] as const) {
      const drawn = chance(`${draw} ${form} ${bytes}`)
      const secret = drawn.subarray(8, 8 + bytes).toString(form)
      const salt = drawn.subarray(0, 8).toString('hex')
      expect(weakSecrets({ peppers: `a:${secret}`, salt }), `${secret} ${salt}`).toEqual([])
    }
  }
})
