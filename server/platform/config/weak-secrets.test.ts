import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { liveModeProblems, readConfig } from '#server/platform/config/config.ts'
import { weakSecrets } from '#server/platform/config/weak-secrets.ts'

const GOOD_PEPPER = '9f2c81b7d05e4a63b8c7e1f0a2d49536'
const GOOD_SALT = 'c41d9e07b3f85a26'

const problemsOf = (environment: Record<string, string>) =>
  liveModeProblems(readConfig(environment)).filter((line) => /PEPPER|SALT/.test(line))

it('refuses a weak pepper and a weak salt in live mode, and prints a command that creates better ones (B40)', () => {
  expect(problemsOf({ GIFTPOINT_PEPPER: 'a:b', GIFTPOINT_VOUCHER_SALT: 'x' })).toEqual([
    expect.stringMatching(/^the secret of GIFTPOINT_PEPPER can be guessed .*openssl rand -hex 32/),
    expect.stringMatching(/^GIFTPOINT_VOUCHER_SALT can be guessed .*openssl rand -hex 16/),
  ])
  expect(
    problemsOf({ GIFTPOINT_PEPPER: `a:${GOOD_PEPPER}`, GIFTPOINT_VOUCHER_SALT: GOOD_SALT }),
  ).toEqual([])
})

it('does not check an older pepper, because its vouchers cannot get another one (B40)', () => {
  const peppers = (...secrets: string[]) =>
    secrets.map((secret, index) => `p${index}:${secret}`).join(',')
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
])('refuses %j as a secret (B40)', (secret) => {
  expect(weakSecrets({ peppers: `a:${secret}`, salt: GOOD_SALT })).toHaveLength(1)
})

/** The same in every run: one in a million random draws looks like a pattern. */
const pseudoRandomBytes = (seed: string) => createHash('sha512').update(seed).digest()

it('accepts random secrets in hexadecimal and in Base64 (B40)', () => {
  for (let draw = 0; draw < 500; draw += 1) {
    for (const [form, bytes] of [
      ['hex', 16],
      ['hex', 32],
      ['base64', 24],
      ['base64url', 32],
    ] as const) {
      const secretBytes = pseudoRandomBytes(`${draw} ${form} ${bytes}`)
      const secret = secretBytes.subarray(8, 8 + bytes).toString(form)
      const salt = secretBytes.subarray(0, 8).toString('hex')
      expect(weakSecrets({ peppers: `a:${secret}`, salt }), `${secret} ${salt}`).toEqual([])
    }
  }
})
