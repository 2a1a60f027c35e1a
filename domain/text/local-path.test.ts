import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { isOwnPath } from '#domain/text/local-path.ts'

it.each([
  '/',
  '/orders/10001',
  '/products?search=kop%20thee&tagId=a',
  '/faq#returns',
  `/${'a'.repeat(1999)}`,
])('accepts the path %s (B3)', (path) => expect(isOwnPath(path)).toBe(true))

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
])('refuses %j (B3)', (path) => expect(isOwnPath(path)).toBe(false))

const PIECES = [
  '/',
  '\\',
  '\t',
  '\n',
  '\r',
  ' ',
  '%2f',
  '%5c',
  '%09',
  '@',
  ':',
  '?',
  '#',
  '.',
  'evil.example',
  'https:',
]

it('accepts only paths that a browser resolves to this host (B3)', () => {
  expect(isOwnPath('/%2f%2fevil.example')).toBe(true)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }), (pieces) => {
      const path = `/${pieces.join('')}`
      const leadsTo = new URL(isOwnPath(path) ? path : '/', 'https://shop.example')
      expect(leadsTo.origin).toBe('https://shop.example')
    }),
    { numRuns: 1000 },
  )
})
