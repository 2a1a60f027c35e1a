import { expect, it } from 'vitest'

import { isOwnPath } from '#domain/own-path.ts'

it.each(['/', '/orders/10001', '/products?search=kop%20thee&tagId=a', '/faq#returns'])(
  'goes to %s of its own (B3)',
  (path) => expect(isOwnPath(path)).toBe(true),
)

it.each([
  '',
  'orders',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/a\\..\\b',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  `/${'a'.repeat(2000)}`,
])('goes nowhere else: %j (B3)', (path) => expect(isOwnPath(path)).toBe(false))
