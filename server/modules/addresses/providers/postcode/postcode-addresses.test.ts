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
  fake.reset()
  fake.knobs.validation = null
})

const session = 'session-0001'
const answer = (status: number, body: unknown) => {
  fake.failNext({ kind: 'answer', status, body })
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
  it('sends the unchanged term and the language, and requests pages', async () => {
    await search({ term: 'Proefstad, Proefkade ' })
    await search({ language: '../x' })
    expect(fake.requests.map(({ segments }) => segments.slice(2))).toEqual([
      ['autocomplete', 'nld', 'Proefstad, Proefkade ', 'en-GB', 'paged'],
      ['autocomplete', 'nld', 'proef', '', 'paged'],
    ])
  })

  it('returns that the context was left', async () => {
    answer(200, { matches: [], newContext: 'nld' })
    expect(await search()).toEqual({ matches: [], newContext: 'nld' })
  })

  it('accepts a match without optional fields', async () => {
    const bare = { value: 'a', label: 'a', precision: 'Street', context: 'nldX' }
    answer(200, { matches: [bare] })
    const { matches } = await search()
    expect(matches).toEqual([{ ...bare, description: '', highlights: [] }])
  })

  it('returns no matches for 404, and throws the reason of a refusal', async () => {
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
  it('of a building without a number contain its text', async () => {
    const address = { street: 'Rue', postcode: '75003', locality: 'Paris', building: '12 bis' }
    answer(200, { address: { ...address, buildingNumber: null, buildingNumberAddition: null } })
    const found = await addresses.details({ context: 'fraX', session })
    expect(found?.address).toMatchObject({ buildingNumber: '12 bis', buildingNumberAddition: '' })
  })
})

describe('a check', () => {
  it('sends only the fields that are filled in', async () => {
    await validate({ city: ' ', street: '' })
    expect(fake.requests[0]?.path).toBe('/international/v1/validate/nld')
    expect(Object.fromEntries(fake.requests[0]?.query ?? [])).toEqual({
      postcode: '3511PK',
      building: '12 A',
    })
  })

  it('returns false for an unknown address', async () => {
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

  it('accepts an address without a position', async () => {
    const status = { grade: 'A', validationLevel: 'Building', isAmbiguous: false }
    fake.knobs.validation = [{ status, location: null }]
    expect(await validate()).toEqual({ valid: true, latitude: null, longitude: null })
  })
})
