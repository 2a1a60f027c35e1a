import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { COUNTRIES, type Country } from './countries.ts'
import { displayPostalCode, isPostalCode, tidyPostalCode } from './postal-code.ts'

describe('a postal code', () => {
  it.each<[Country, string, string, string]>([
    ['NL', '1234AB', '1234AB', '1234 AB'],
    ['NL', ' 1234 ab ', '1234AB', '1234 AB'],
    ['NL', '1234\u00a0\u00a0ab', '1234AB', '1234 AB'],
    ['DE', '10115', '10115', '10115'],
    ['DE', '01067', '01067', '01067'],
    ['FR', '75008', '75008', '75008'],
    ['FR', '20000', '20000', '20000'],
    ['FR', '97400', '97400', '97400'],
    ['BE', '1000', '1000', '1000'],
    ['LU', 'L-1234', '1234', '1234'],
    ['LU', 'l1234', '1234', '1234'],
    ['LU', '1234', '1234', '1234'],
    ['ES', '08001', '08001', '08001'],
    ['ES', '52001', '52001', '52001'],
    ['AT', 'A-1010', '1010', '1010'],
    ['AT', '1010', '1010', '1010'],
    ['AT', 'a1010', '1010', '1010'],
    ['IT', '00118', '00118', '00118'],
    ['PL', '00-950', '00-950', '00-950'],
    ['PL', '00950', '00-950', '00-950'],
    ['PL', '00–950', '00-950', '00-950'],
    ['PL', '00 950', '00-950', '00-950'],
  ])('of %s is normalized from %j (PERSON-4)', (country, typed, stored, shown) => {
    expect(tidyPostalCode(country, typed)).toBe(stored)
    expect(displayPostalCode(country, stored)).toBe(shown)
  })

  it.each<[Country, string]>([
    ['NL', '0234AB'],
    ['NL', '1234SA'],
    ['NL', '1234 sd'],
    ['NL', '1234SS'],
    ['NL', '1234'],
    ['NL', '1234ABC'],
    ['DE', '00123'],
    ['DE', '1234'],
    ['FR', '96000'],
    ['FR', '00100'],
    ['FR', '97500'],
    ['BE', '0999'],
    ['BE', '10000'],
    ['LU', 'B-1234'],
    ['ES', '53001'],
    ['AT', '0101'],
    ['IT', '0011'],
    ['PL', '0-0950'],
    ['PL', '000-950'],
    ['NL', ''],
    ['NL', '11234AB'],
    ['DE', '110115'],
    ['DE', '101155'],
    ['FR', '175008'],
    ['FR', '750081'],
    ['BE', '11000'],
    ['LU', '12345'],
    ['ES', '108001'],
    ['ES', '080011'],
    ['AT', '11010'],
    ['AT', '10101'],
    ['IT', '100118'],
    ['IT', '001181'],
    ['PL', '00-9500'],
  ])('of %s is invalid as %j, and is shown unchanged (PERSON-4)', (country, typed) => {
    expect(isPostalCode(country, typed)).toBe(false)
    expect(displayPostalCode(country, typed)).toBe(typed)
  })

  it('allows Dutch letters starting with S, except SA, SD and SS (PERSON-4)', () => {
    expect(isPostalCode('NL', '1234SB')).toBe(true)
    expect(isPostalCode('NL', '1234AS')).toBe(true)
  })

  it('has the same meaning in its stored and its displayed form (PERSON-4)', () => {
    const typed = fc.stringMatching(/^ ?([LA]-?)?[0-9]{2}-?[0-9]{2,3} ?([A-Za-z]{2})? ?$/)
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), typed, (country, typed) => {
        const stored = tidyPostalCode(country, typed)
        fc.pre(stored !== undefined)
        expect(tidyPostalCode(country, stored)).toBe(stored)
        expect(tidyPostalCode(country, displayPostalCode(country, stored))).toBe(stored)
      }),
    )
  })
})
