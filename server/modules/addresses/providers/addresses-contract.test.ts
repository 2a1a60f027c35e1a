import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fakePostcode } from '#server/testing/fakes/fake-postcode.ts'
import { postcodeAddresses } from '#server/modules/addresses/providers/postcode/postcode-addresses.ts'
import { sandboxAddresses } from '#server/modules/addresses/providers/sandbox/sandbox-addresses.ts'
import type { AddressMatch, AddressPort } from '#server/platform/services/service-ports.ts'

type Service = {
  addresses: AddressPort
  known: { street: string; postalCode: string; city: string }
  close(): Promise<void>
}

async function sandbox(): Promise<Service> {
  const known = { street: 'Klokkenmakerspad', postalCode: '3511GH', city: 'Utrecht' }
  return { addresses: sandboxAddresses(), known, close: () => Promise.resolve() }
}

async function postcode(): Promise<Service> {
  const fake = await fakePostcode()
  const { key, secret, url: baseUrl } = fake
  return {
    addresses: postcodeAddresses({ key, secret, baseUrl }),
    known: { street: 'Proefkade', postalCode: '3511PK', city: 'Proefstad' },
    close: () => fake.close(),
  }
}

describe.each([
  { name: 'sandbox', start: sandbox },
  { name: 'Postcode.eu', start: postcode },
])('addresses by $name', ({ start }) => {
  let service: Service
  let addresses: AddressPort
  let known: Service['known']
  beforeAll(async () => {
    service = await start()
    addresses = service.addresses
    known = service.known
  })
  afterAll(() => service.close())

  const session = 'a1b2-c3d4_e5.f6'
  const search = async (term: string, context = 'nld') =>
    (await addresses.autocomplete({ context, term, language: 'nl', session })).matches
  const details = (context: string) => addresses.details({ context, session })
  const validate = (changes: Partial<Parameters<AddressPort['validate']>[0]>) =>
    addresses.validate({ alpha3: 'NLD', ...known, building: '12', ...changes })

  async function houseByDrilling(matches: AddressMatch[], wanted: string): Promise<AddressMatch> {
    const house = matches.find(({ label }) => label === wanted)
    if (house) return house
    for (const page of matches) {
      if (page.precision !== 'PartialAddress') continue
      const inside = await search(page.value, page.context)
      const found = inside.find(({ label }) => label === wanted)
      if (found) return found
    }
    throw new Error(`No ${wanted} among ${matches.map(({ label }) => label).join(', ')}`)
  }

  it('suggest streets and then houses from the first characters on', async () => {
    const [street, ...others] = await search(known.street.slice(0, 6).toLowerCase())
    expect(others).toEqual([])
    expect(street).toMatchObject({
      label: known.street,
      value: `${known.city}, ${known.street} `,
      description: known.city,
      precision: 'Street',
      highlights: [[0, 6]],
    })

    const houses = await search(street?.value ?? '', street?.context)
    const house = await houseByDrilling(houses, `${known.street} 12`)
    expect(house.precision).toBe('Address')

    expect(await details(house.context)).toEqual({
      address: {
        street: known.street,
        postcode: known.postalCode,
        buildingNumber: '12',
        buildingNumberAddition: '',
        locality: known.city,
      },
      precision: 'Address',
      context: house.context,
    })
  })

  it('recognise a complete street by the space after it', async () => {
    const value = `${known.city}, ${known.street}`
    expect((await search(value)).map(({ precision }) => precision)).toEqual(['Street'])
    const precisions = new Set((await search(`${value} `)).map(({ precision }) => precision))
    expect(precisions.has('Street')).toBe(false)
    expect(precisions.size).toBe(1)
  })

  it('suggest the streets of a town', async () => {
    const town = (await search(known.city.slice(0, 5))).find(
      ({ precision }) => precision === 'Locality',
    )
    expect(town).toMatchObject({ label: known.city, highlights: [[0, 5]] })
    const streets = await search(town?.value ?? '', town?.context)
    expect(streets.map(({ label }) => label)).toContain(known.street)
  })

  it('find a house by postal code and number', async () => {
    const [digits, letters] = [known.postalCode.slice(0, 4), known.postalCode.slice(4)]
    for (const term of [`${digits}${letters} 12`, `${digits} ${letters} 12`.toLowerCase()]) {
      const [house] = await search(term)
      expect(house).toMatchObject({ precision: 'Address', label: `${known.street} 12` })
    }
    const [code] = await search(digits)
    expect(code).toMatchObject({ precision: 'PostalCode', label: `${digits} ${letters}` })
  })

  it('return no matches for unknown text', async () => {
    for (const term of ['xyzzy', '.', '..', '/', '%', '?a=b', '#', "' or 1=1 --", '😀', ' ']) {
      expect(await search(term)).toEqual([])
    }
  })

  it('return details only for a house', async () => {
    const [street] = await search(known.street)
    expect(await details(street?.context ?? '')).toBeUndefined()
    expect(await details('nld')).toBeUndefined()
    expect(await details('')).toBeUndefined()
    expect(await details('..')).toBeUndefined()
  })

  it.each(['', 'short', 'x'.repeat(65), 'with space', 'line\nbreak', 'naïve-session'])(
    'refuse the session %j',
    async (session) => {
      const refusal = { name: 'ServiceRefused', code: 'rejected', field: 'session' }
      const asked = { context: 'nld', term: 'a', language: 'nl', session }
      await expect(addresses.autocomplete(asked)).rejects.toMatchObject(refusal)
      await expect(addresses.details({ context: 'nld', session })).rejects.toMatchObject(refusal)
    },
  )

  it.each(['', '..', 'xxx', '123'])('refuse the context %j', async (context) => {
    await expect(search('a', context)).rejects.toMatchObject({ code: 'rejected' })
  })

  it('confirm an address that exists, with its location', async () => {
    const found = await validate({})
    expect(found.valid).toBe(true)
    expect(found.latitude).toBeCloseTo(52.09, 1)
    expect(found.longitude).toBeCloseTo(5.12, 1)
    expect(await validate({ postalCode: known.postalCode.toLowerCase() })).toMatchObject({
      valid: true,
    })
  })

  it('do not confirm a house number that does not exist', async () => {
    expect(await validate({ building: '99999' })).toEqual({
      valid: false,
      latitude: null,
      longitude: null,
    })
  })
})
