import { describe, expect, it } from 'vitest'

import { hasAddressSearch, alpha3, COUNTRIES, countryOf, DEFAULT_COUNTRY } from './countries.ts'

describe('a country', () => {
  it.each([
    ['NL', 'nld'],
    ['DE', 'deu'],
    ['FR', 'fra'],
    ['BE', 'bel'],
    ['LU', 'lux'],
    ['ES', 'esp'],
    ['AT', 'aut'],
  ])('%s is known to the address service as %s, and can be searched (PERSON-4)', (code, known) => {
    expect(alpha3(code)).toBe(known)
    expect(hasAddressSearch(code)).toBe(true)
  })

  it.each(['IT', 'PL'])('%s is delivered to without a search (PERSON-3)', (code) => {
    expect(COUNTRIES).toContain(code)
    expect(alpha3(code)).toBeUndefined()
    expect(hasAddressSearch(code)).toBe(false)
  })

  it.each(['', 'US', 'NLD', 'constructor'])('%j is not a supported country (PERSON-4)', (code) => {
    expect(countryOf(code)).toBeUndefined()
    expect(alpha3(code)).toBeUndefined()
    expect(hasAddressSearch(code)).toBe(false)
  })

  it('is recognised in lower case; the default is the Netherlands', () => {
    expect(DEFAULT_COUNTRY).toBe('NL')
    expect(countryOf(' nl ')).toBe('NL')
    expect(alpha3('nl')).toBe('nld')
  })
})
