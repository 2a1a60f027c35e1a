import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { COUNTRIES, type Country } from './countries.ts'
import { houseNumberAsInteger, joinHouseNumber, splitHouseNumber } from './house-number.ts'

describe('a house number', () => {
  it.each<[Country, string, string, string, string]>([
    ['NL', '75', '75', '', '75'],
    ['NL', '75A', '75', 'A', '75A'],
    ['NL', ' 75  a ', '75', 'a', '75a'],
    ['NL', '75-A', '75', 'A', '75A'],
    ['NL', '75 bis', '75', 'bis', '75 bis'],
    ['NL', '22 -24', '22', '-24', '22-24'],
    ['NL', '75-2', '75', '-2', '75-2'],
    ['NL', '75-1A', '75', '-1A', '75-1A'],
    ['NL', '75 a-b', '75', 'a-b', '75 a-b'],
    ['NL', '75 bus   3', '75', 'bus 3', '75 bus 3'],
    ['DE', '12a', '12', 'a', '12a'],
    ['BE', '12 bus 3', '12', 'bus 3', '12 bus 3'],
    ['FR', '12 bis', '12', 'bis', '12 bis'],
    ['ES', '12, 3º 2ª', '12', '3º 2ª', '12, 3º 2ª'],
    ['PL', '12/4', '12', '4', '12/4'],
    ['PL', '12a/4', '12', 'a/4', '12a/4'],
    ['PL', '12/4a', '12', '4a', '12/4a'],
    ['IT', '12/A', '12', 'A', '12/A'],
    ['LU', '12,', '12', '', '12'],
  ])('of %s is split and joined: %j (PERSON-3)', (country, typed, number, addition, joined) => {
    expect(splitHouseNumber(country, typed)).toEqual({ number, addition })
    expect(joinHouseNumber(country, { number, addition })).toBe(joined)
  })

  it.each(['', ' ', 'A', 'A12', '-12', '123456', 's/n'])('is invalid: %j (PERSON-2)', (typed) => {
    expect(splitHouseNumber('NL', typed)).toBeUndefined()
  })

  it('stays the same after it was joined and split again (PERSON-3)', () => {
    const typed = fc.stringMatching(/^[1-9][0-9]{0,4}( ?[-/,]? ?[a-z0-9][a-z0-9 ]{0,4})?$/)
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), typed, (country, typed) => {
        const parts = splitHouseNumber(country, typed)
        fc.pre(parts !== undefined)
        expect(splitHouseNumber(country, joinHouseNumber(country, parts))).toEqual(parts)
      }),
    )
  })

  it('is an integer on the invoice', () => {
    expect(houseNumberAsInteger('12 bis')).toBe(12)
    expect(houseNumberAsInteger(' 0075A')).toBe(75)
    expect(houseNumberAsInteger('22 -24')).toBe(22)
    expect(houseNumberAsInteger('s/n')).toBeUndefined()
    expect(houseNumberAsInteger('flat 12')).toBeUndefined()
    expect(houseNumberAsInteger('')).toBeUndefined()
  })
})
