import { expect, it } from 'vitest'

import { encryptedCode } from '#storefront/account/encrypted-code.ts'

it.each([
  ['salt', 'giftshop1', 'fc1YDJIrQK83R+xljrcnuDh8ZYo='],
  ['zoë', '-ΩABC', '28EX+fdLeSbweXw0oxA9U1HQcjU='],
  // As FIPS 180-4 says.
  ['', 'abc', 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0='],
])(
  'makes the wire form of a voucher code of %j and %j: SHA-1, Base64 (LOGIN-4)',
  (salt, code, wire) => {
    expect(encryptedCode(salt, code)).toBe(wire)
  },
)
