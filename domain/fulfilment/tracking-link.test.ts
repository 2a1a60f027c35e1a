import { expect, it } from 'vitest'

import { trackingLink } from './tracking-link.ts'

it('accepts only complete https addresses, in the form that a browser writes them (DESK-35)', () => {
  expect(trackingLink('HTTPS://Gls.Example/é?x=1')).toBe('https://gls.example/%C3%A9?x=1')
  const wrong = [
    '',
    'gls.example',
    'http://gls.example/',
    'https://',
    'https:gls.example',
    'https://gls.example/ñ?x=<>',
    'https://gls example/',
    'https://a:b@gls.example/',
    'https://a@gls.example/',
    'javascript:alert(1)',
    `https://gls.example/${'é'.repeat(200)}`,
  ]
  expect(wrong.filter((text) => trackingLink(text) !== null)).toEqual([])
})
