import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type FakePostcode, fakePostcode } from '#server/testing/fakes/fake-postcode.ts'
import { postcodeAddresses } from '#server/modules/addresses/providers/postcode/postcode-addresses.ts'
import type { AddressPort } from '#server/platform/services/service-ports.ts'

let fake: FakePostcode
let addresses: AddressPort
beforeAll(async () => {
  fake = await fakePostcode()
  const { key, secret, url: baseUrl } = fake
  addresses = postcodeAddresses({ key, secret, baseUrl })
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.heal()
  fake.knobs.validation = null
})

const session = 'session-0001'
const answer = (status: number, body: unknown) => {
  fake.failure({ kind: 'answer', status, body })
}
const search = (changes = {}) =>
  addresses.autocomplete({ context: 'nld', term: 'proef', language: 'en-GB', session, ...changes })
const validate = (changes = {}) =>
  addresses.validate({
    alpha3: 'NLD',
    postalCode: '3511PK',
    city: 'Proefstad',
    street: 'Proefkade',
    building: '12 A',
    ...changes,
  })

describe('a search', () => {
  it('asks with the term untouched, in the language, for pages', async () => {
    await search({ term: 'Proefstad, Proefkade ' })
    await search({ language: '../x' })
    expect(fake.requests.map(({ segments }) => segments.slice(2))).toEqual([
      ['autocomplete', 'nld', 'Proefstad, Proefkade ', 'en-GB', 'paged'],
      ['autocomplete', 'nld', 'proef', '', 'paged'],
    ])
  })

  it('passes on that the context was left', async () => {
    answer(200, { matches: [], newContext: 'nld' })
    expect(await search()).toEqual({ matches: [], newContext: 'nld' })
  })

  it('copes with a match that lacks what it can do without', async () => {
    const bare = { value: 'a', label: 'a', precision: 'Street', context: 'nldX' }
    answer(200, { matches: [bare] })
    const { matches } = await search()
    expect(matches).toEqual([{ ...bare, description: '', highlights: [] }])
  })

  it('that finds nothing is no failure, and one that is refused has a reason', async () => {
    answer(404, { exception: 'Nothing found' })
    expect(await search()).toEqual({ matches: [], newContext: null })
    answer(400, { exception: 'Text is too short' })
    await expect(search()).rejects.toMatchObject({
      code: 'rejected',
      message: 'autocomplete: Text is too short',
    })
  })
})

describe('details', () => {
  it('of a building without a number keep its text', async () => {
    const address = { street: 'Rue', postcode: '75003', locality: 'Paris', building: '12 bis' }
    answer(200, { address: { ...address, buildingNumber: null, buildingNumberAddition: null } })
    const found = await addresses.details({ context: 'fraX', session })
    expect(found?.address).toMatchObject({ buildingNumber: '12 bis', buildingNumberAddition: '' })
  })
})

describe('a check', () => {
  it('asks only with what is given', async () => {
    await validate({ city: ' ', street: '' })
    expect(fake.requests[0]?.path).toBe('/international/v1/validate/nld')
    expect(Object.fromEntries(fake.requests[0]?.query ?? [])).toEqual({
      postcode: '3511PK',
      building: '12 A',
    })
  })

  it('of an unknown address is a negative answer, not a failure', async () => {
    const unknown = { street: 'Elders', postalCode: '9999XX' }
    expect(await validate(unknown)).toEqual({ valid: false, latitude: null, longitude: null })
    answer(200, { matches: [] })
    expect(await validate()).toMatchObject({ valid: false })
  })

  it.each([
    ['A', 'Building', false, true],
    ['B', 'BuildingPartial', false, true],
    ['C', 'Building', false, false],
    ['', 'Building', false, false],
    ['A', 'Street', false, false],
    ['A', 'None', false, false],
    ['A', 'Building', true, false],
  ])(
    'of grade %j, level %s, ambiguous %s is %s',
    async (grade, validationLevel, isAmbiguous, valid) => {
      const location = { latitude: 52, longitude: 5 }
      const sure = { grade: 'A', validationLevel: 'Building', isAmbiguous: false }
      fake.knobs.validation = [
        { status: { grade, validationLevel, isAmbiguous }, location },
        // Only the best match counts.
        { status: sure, location },
      ]
      expect(await validate()).toEqual({
        valid,
        latitude: valid ? 52 : null,
        longitude: valid ? 5 : null,
      })
    },
  )

  it('may be sure of an address without knowing where it lies', async () => {
    const status = { grade: 'A', validationLevel: 'Building', isAmbiguous: false }
    fake.knobs.validation = [{ status, location: null }]
    expect(await validate()).toEqual({ valid: true, latitude: null, longitude: null })
  })
})
