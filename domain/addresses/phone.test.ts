import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Country } from './countries.ts'
import { phoneMessages, phoneProblem, normalizePhone } from './phone.ts'

describe('a phone number', () => {
  it.each(['', '  '])('is optional: %j (PERSON-2)', (typed) => {
    expect(phoneProblem(typed, 'NL')).toBeUndefined()
    expect(phoneProblem(typed, 'DE')).toBeUndefined()
  })

  it.each([
    '0612345678',
    '06 12 34 56 78',
    '06-12345678',
    '(06) 12345678',
    '+31612345678',
    '+31 (0)6 1234 5678',
    '+31 06 12345678',
    '0031612345678',
    '0031 (0) 612345678',
    '０６１２３４５６７８',
  ])('of the Netherlands has ten digits: %j (PERSON-2)', (typed) => {
    expect(normalizePhone(typed, 'NL')).toBe('0612345678')
    expect(phoneProblem(typed, 'NL')).toBeUndefined()
  })

  it.each(['061234567', '06123456789', '+3161234567', '+316123456789', 'niet', '06-abc', '+', '0'])(
    'of the Netherlands is not %j (PERSON-2)',
    (typed) => {
      const problem = phoneProblem(typed, 'NL')
      expect(normalizePhone(typed, 'NL')).toBeUndefined()
      expect(problem && phoneMessages[problem]).toBe('Phone must be 10 digit.')
    },
  )

  it.each<[Country, string, string]>([
    ['BE', '+32 470 12 34 56', '+32470123456'],
    ['BE', '0470 12 34 56', '0470123456'],
    ['DE', '0049 151/23456789', '+4915123456789'],
    ['DE', '+49 (0) 151 23456789', '+4915123456789'],
    ['DE', '+49(0)15123456789', '+4915123456789'],
    ['FR', '+33.6.12.34.56.78', '+33612345678'],
    ['NL', '+32 470 12 34 56', '+32470123456'],
    ['DE', '+31 6 12345678', '0612345678'],
  ])('of another country is normalized: %s %j (PERSON-2)', (country, typed, tidy) => {
    expect(normalizePhone(typed, country)).toBe(tidy)
    expect(phoneProblem(typed, country)).toBeUndefined()
  })

  it.each(['123456', '+123456', '+1234567890123456', '+0470123456', '12+345678', '555-CALL'])(
    'of elsewhere is not %j (PERSON-2)',
    (typed) => {
      expect(phoneProblem(typed, 'BE')).toBe('phone-implausible')
      expect(phoneMessages['phone-implausible']).toBe('Invalid phone number')
    },
  )

  it.each(['+31 6 nu', '+31 nu 6'])(
    'is no Dutch one where it is no number: %j (PERSON-2)',
    (typed) => {
      expect(phoneProblem(typed, 'DE')).toBe('phone-implausible')
    },
  )

  it('is validated by its digits, not by its grouping (PERSON-2)', () => {
    const digits = fc.stringMatching(/^0[1-9][0-9]{8}$/)
    const gaps = fc.array(fc.constantFrom('', ' ', '-', '.', '/'), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(digits, gaps, (digits, gaps) => {
        const typed = gaps.map((gap, at) => digits.charAt(at) + gap).join('')
        expect(normalizePhone(typed, 'NL')).toBe(digits)
        expect(normalizePhone(`+31${typed.slice(1)}`, 'DE')).toBe(digits)
      }),
    )
  })
})
