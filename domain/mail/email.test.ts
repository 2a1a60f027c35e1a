import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isEmail, tidyEmail } from './email.ts'

describe('an e-mail address', () => {
  it.each([
    'anna@example.com',
    'a@b.nl',
    'anna+gift@mail.example.co.uk',
    "o'brien@example.com",
    'jörg@müller.example',
    '用户@例子.广告',
    `${'a'.repeat(64)}@example.com`,
    `anna@${'a'.repeat(63)}.com`,
    'anna@example.2go',
    'anna@example.go2',
    'anna@example.24.com',
  ])('is valid: %j (PERSON-2)', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'anna@@example.com',
    'anna@home@example.com',
    'anna@home.nl@example.com',
    'an na@example.com',
    ' anna@example.com',
    'anna@example.com ',
    'anna@example.com\n',
    'anna@exam\u00a0ple.com',
    'anna@exam\u200bple.com',
    'anna@.com',
    'anna@example.',
    'anna@example..com',
    `${'a'.repeat(65)}@example.com`,
    `anna@${'a'.repeat(64)}.com`,
    `anna@${'abcdefghi.'.repeat(25)}com`,
  ])('is invalid: %j (PERSON-2)', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it.each([
    '<a@example.com>',
    'a@example.com,',
    'a@example.com;',
    ',a@example.com',
    'Anna<a@example.com>',
    'mailto:a@example.com',
    '(a)@example.com',
    'a@[192.0.2.1]',
    'a@192.0.2.1',
    'a@host.example.10',
    '"a"@example.com',
    String.raw`a\@example.com`,
    'a,b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@exam_ple.com',
    'a@example.com/',
    'a@example.com!',
    "a@example.com'",
    'a@exam&ple.com',
  ])('is invalid with surrounding characters: %j (PERSON-2, B40)', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it('has at most 254 characters (PERSON-2)', () => {
    const domain = `${'abcdefghi.'.repeat(24)}com`
    expect(isEmail(`${'a'.repeat(253 - domain.length)}@${domain}`)).toBe(true)
    expect(isEmail(`${'a'.repeat(254 - domain.length)}@${domain}`)).toBe(false)
  })

  it('of a usual form is always valid (PERSON-2)', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(isEmail(email)).toBe(true)
      }),
    )
  })

  it('never contains whitespace (PERSON-2)', () => {
    const space = fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000')
    fc.assert(
      fc.property(fc.emailAddress(), space, fc.nat(60), (email, space, at) => {
        const spaced = email.slice(0, at) + space + email.slice(at)
        expect(isEmail(spaced)).toBe(false)
      }),
    )
  })

  it('may be pasted with spaces around it (PERSON-2)', () => {
    expect(tidyEmail(' anna@example.com\n')).toBe('anna@example.com')
    expect(isEmail(tidyEmail('\tanna@example.com '))).toBe(true)
  })
})
