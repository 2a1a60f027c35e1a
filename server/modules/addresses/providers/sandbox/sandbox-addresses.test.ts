import { describe, expect, it } from 'vitest'

import { alpha3 } from '#domain/addresses/countries.ts'
import { isPostalCode } from '#domain/addresses/postal-code.ts'
import { sandboxAddresses } from '#server/modules/addresses/providers/sandbox/sandbox-addresses.ts'
import { gazetteer } from '#server/modules/addresses/providers/sandbox/sandbox-gazetteer.ts'
import { highlights } from '#server/modules/addresses/providers/sandbox/text-folding.ts'
import type { AddressMatch } from '#server/platform/services/service-ports.ts'

const addresses = sandboxAddresses()
const session = 'session-0001'
const ask = (term: string, context = 'nld') =>
  addresses.autocomplete({ context, term, language: 'en-GB', session })
const search = async (term: string, context = 'nld') => (await ask(term, context)).matches
const labels = async (term: string, context = 'nld') =>
  (await search(term, context)).map(({ label }) => label)

const COUNTRIES = ['NL', 'DE', 'FR', 'BE', 'LU', 'ES', 'AT'] as const

describe('the gazetteer', () => {
  it.each(COUNTRIES)(
    'has six streets in three towns of %s, with postal codes of its own',
    (country) => {
      const streets = gazetteer.filter((street) => street.country === country)
      expect(streets.length).toBeGreaterThanOrEqual(6)
      expect(new Set(streets.map(({ town }) => town)).size).toBeGreaterThanOrEqual(3)
      expect(streets.filter(({ postcode }) => !isPostalCode(country, postcode))).toEqual([])
    },
  )

  it.each(COUNTRIES)('finds every house of %s through its suggestions', async (country) => {
    for (const street of gazetteer.filter((street) => street.country === country)) {
      const match = (await search(street.name, alpha3(country))).find(
        ({ description }) => description === street.town,
      )
      const found = await housesBelow(match)
      expect(found).toEqual(street.houses.map(({ number, addition }) => `${number}|${addition}`))
    }
  })

  async function housesBelow(match: AddressMatch | undefined, depth = 0): Promise<string[]> {
    if (!match || depth > 3) return []
    if (match.precision === 'Address') {
      const found = await addresses.details({ context: match.context, session })
      return [`${found?.address.buildingNumber}|${found?.address.buildingNumberAddition}`]
    }
    const below = await search(match.value, match.context)
    return (await Promise.all(below.map((one) => housesBelow(one, depth + 1)))).flat()
  }
})

describe('a search', () => {
  it.each([
    ['nld', 'ZILVERK', 'Zilverkade'],
    ['nld', 'wilgeng', 'Oude Wilgengracht'],
    ['nld', 'sint jansdr', 'Sint-Jansdreef'],
    ['nld', 's-hertog', "'s-Hertogenbosch"],
    ['deu', 'munchen', 'München'],
    ['deu', 'silberlindenstrasse', 'Silberlindenstraße'],
    ['fra', "rue des potiers d'argent", 'Rue des Potiers d’Argent'],
    ['fra', 'allee soeur elise', 'Allée Sœur Élise'],
    ['esp', 'a coruna', 'A Coruña'],
    ['aut', 'zinngie', 'Zinngießergasse'],
  ])('in %s for %j finds %s', async (context, term, label) => {
    expect(await labels(term, context)).toContain(label)
  })

  it('finds a house number in every notation', async () => {
    expect(await labels('Zilverkade 12')).toEqual([
      'Zilverkade 12',
      'Zilverkade 12 A',
      'Zilverkade 12 B',
      'Zilverkade 12 hs',
    ])
    expect(await labels('zilverkade 12b')).toEqual(['Zilverkade 12 B'])
    expect(await labels('Amsterdam, Zilverkade 12 hs')).toEqual(['Zilverkade 12 hs'])
    expect(await labels('1012ab 12a')).toEqual(['Zilverkade 12 A'])
    expect(await labels('12 bis rue des potiers d argent', 'fra')).toEqual([
      '12 bis Rue des Potiers d’Argent',
    ])
    expect(await labels('12 rue du vieux tilleul', 'fra')).toEqual(['12 Rue du Vieux Tilleul'])
    expect(await labels('10117 12a', 'deu')).toEqual(['Silberlindenstraße 12 a'])
    expect(await labels('10117 14', 'deu')).toEqual(['Silberlindenstraße 14', 'Am Glockenanger 14'])
    expect(await labels('12, rue du potier', 'lux')).toEqual(['12, Rue du Potier'])
  })

  it('puts the exact house before those that start with the same characters', async () => {
    const found = await labels('Klokkenmakerspad 1')
    expect(found.slice(0, 2)).toEqual(['Klokkenmakerspad 1', 'Klokkenmakerspad 10'])
  })

  it('suggests the towns if several have the street', async () => {
    const found = await search('sint jansdreef ')
    expect(found.map(({ description }) => description)).toEqual(['Utrecht', "'s-Hertogenbosch"])
    expect(await search(found[1]?.value ?? '', found[1]?.context)).not.toEqual([])
    expect((await search('sint jansdreef 7')).map(({ label }) => label)).toEqual([
      'Sint-Jansdreef 7',
      'Sint-Jansdreef 7 bis',
    ])
  })

  it('suggests all streets of a postal code', async () => {
    const [code] = await search('5020', 'aut')
    expect(await labels('5020', 'aut')).toEqual(['Töpferkai', 'Uhrmachersteig'])
    expect(code?.precision).toBe('Street')
    expect(await labels('5020 ', 'aut')).toEqual(['Töpferkai', 'Uhrmachersteig'])
    expect((await search('50', 'aut')).map(({ precision }) => precision)).toEqual(['PostalCode'])
  })

  it('leaves the chosen context when other text is typed', async () => {
    const [street] = await search('Zilverkade')
    expect((await ask('Amsterdam, Zilverkade 3', street?.context)).newContext).toBeNull()

    const elsewhere = await ask('Klokkenm', street?.context)
    expect(elsewhere.newContext).toBe('nld')
    expect(elsewhere.matches.map(({ label }) => label)).toEqual(['Klokkenmakerspad'])
  })

  it('treats a manipulated context as its country', async () => {
    const berlin = gazetteer.findIndex(({ country }) => country === 'DE')
    const forged = (...parts: unknown[]) =>
      `nld${Buffer.from(JSON.stringify(parts)).toString('base64url')}`
    const abroad = [forged('street', berlin), forged('page', berlin, 0), forged('house', berlin, 0)]
    for (const context of abroad) {
      expect(await labels('Berlin, Silberlindenstraße ', context)).toEqual([])
    }
    for (const context of [...abroad, 'nldW10', 'nld%%%', 'nld__proto__']) {
      expect(await labels('Zilverkade', context)).toEqual(['Zilverkade'])
      expect(await addresses.details({ context, session })).toBeUndefined()
    }
  })
})

describe('an invented address (B21)', () => {
  it.each([
    ['nld', '1234 AB 56', ['Proeflaan 56', 'Proeflaan 56 A', 'Proeflaan 56 B']],
    ['nld', '1234ab 56 hs', ['Proeflaan 56 hs']],
    ['nld', '9876XY12', ['Proeflaan 12', 'Proeflaan 12 A', 'Proeflaan 12 B']],
    ['nld', '1012AB 77a', ['Zilverkade 77 a']],
    ['deu', '20095, 3', ['Musterstraße 3', 'Musterstraße 3 A', 'Musterstraße 3 B']],
    ['fra', '13001 7 bis', ['7 bis Rue de l’Exemple']],
    ['bel', '1000 5b', ['Proeflaan 5 b']],
    ['lux', '9999 4z', ['4 z, Rue de l’Exemple']],
    ['nld', '1234AB', ['1', '2', '3', '10', '25'].map((house) => `Proeflaan ${house}`)],
    ['nld', '1234AB 99999', []],
    ['nld', '0123AB 5', []],
    ['nld', '1234AB zonder', []],
  ])('in %s for %j finds %j', async (context, term, expected) => {
    expect(await labels(term, context)).toEqual(expected)
  })

  it('fills all fields and is valid', async () => {
    const [match] = await search('1234ab 56a')
    const found = await addresses.details({ context: match?.context ?? '', session })
    expect(found?.address).toEqual({
      street: 'Proeflaan',
      postcode: '1234AB',
      buildingNumber: '56',
      buildingNumberAddition: 'a',
      locality: 'Proefdorp',
    })
    const checked = { alpha3: 'nld', postalCode: '1234AB', city: 'Proefdorp', street: 'Proeflaan' }
    expect(await addresses.validate({ ...checked, building: '56a' })).toMatchObject({ valid: true })
  })

  it('accepts only a house at a postal code from a context', async () => {
    const own = (...parts: unknown[]) =>
      `nld${Buffer.from(JSON.stringify(['own', ...parts])).toString('base64url')}`
    for (const context of [
      own('x', '5', ''),
      own('1234AB', 'x', ''),
      own('1234AB', '5', 'a'.repeat(21)),
      own(),
    ]) {
      expect(await addresses.details({ context, session })).toBeUndefined()
    }
  })
})

it('shows a page with a single number as a house, not as a range', async () => {
  for (const street of gazetteer) {
    const offered = await labels(`${street.town}, ${street.name} `, alpha3(street.country))
    expect(offered.filter((label) => /(\d+) - \1$/.test(label))).toEqual([])
  }
})

describe('highlights', () => {
  it.each([
    ['Silberlindenstraße', 'silberlindenstrass', [[0, 17]]],
    ['Oude Wilgengracht', 'wilgen', [[5, 11]]],
    ['Allée Sœur Élise', 'soeur e', [[6, 12]]],
    ['Oude Wilgengracht', 'gracht', []],
    ['😀 Kade', 'kade', [[3, 7]]],
    ['Kade', ' ', []],
  ])('of %s for %j', (label, typed, expected) => {
    expect(highlights(label, typed)).toEqual(expected)
  })
})

describe('a check', () => {
  const validate = (changes: Partial<Parameters<typeof addresses.validate>[0]> = {}) =>
    addresses.validate({
      alpha3: 'nld',
      postalCode: '1234 AB',
      city: 'Ons Dorp',
      street: 'Onze Straat',
      building: '7 bis',
      ...changes,
    })

  it('accepts an unknown address', async () => {
    expect(await validate()).toEqual({ valid: true, latitude: null, longitude: null })
    const abroad = { alpha3: 'ITA', postalCode: '00184', city: 'Roma', building: '12/A' }
    expect(await validate(abroad)).toMatchObject({ valid: true })
  })

  it.each([
    { building: '99999' },
    { building: '99999 A' },
    { city: 'Nergenshuizen' },
    { city: 'Oud-nergenshuizen' },
    { postalCode: '0123AB' },
    { postalCode: '1234' },
    { building: 'zonder nummer' },
    { alpha3: 'deu' },
  ])('rejects %j', async (changes) => {
    expect(await validate(changes)).toMatchObject({ valid: false })
  })
})
