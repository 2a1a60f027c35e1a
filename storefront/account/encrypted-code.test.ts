import { expect, it } from 'vitest'

import { encryptedCode } from '#storefront/account/encrypted-code.ts'

it.each([
  ['salt', 'giftshop1', 'fc1YDJIrQK83R+xljrcnuDh8ZYo='],
  ['zoë', '-ΩABC', '28EX+fdLeSbweXw0oxA9U1HQcjU='],
  // The example of FIPS 180-4.
  ['', 'abc', 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0='],
])(
  'encrypts a code with the salt %j and the code %j as SHA-1 in Base64 (LOGIN-4)',
  (salt, code, encrypted) => {
    expect(encryptedCode(salt, code)).toBe(encrypted)
  },
)
