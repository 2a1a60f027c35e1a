import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { sandboxAddresses } from '#server/modules/addresses/providers/sandbox/sandbox-addresses.ts'
import {
  type AddressPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
let requests: unknown[] = []
let failure: Error | undefined

/** The sandbox, with recorded requests and with failures on demand. */
function recorded(port: AddressPort): AddressPort {
  const record = (ask: unknown) => {
    requests.push(ask)
    if (failure) throw failure
  }
  return {
    sandbox: true,
    async autocomplete(ask) {
      record(ask)
      return port.autocomplete(ask)
    },
    async details(ask) {
      record(ask)
      return port.details(ask)
    },
    async validate(ask) {
      record(ask)
      return port.validate(ask)
    },
  }
}

beforeAll(async () => {
  shop = await testShop({ ports: { addresses: recorded(sandboxAddresses()) } })
  holder = await shop.holder()
})
afterAll(() => shop.stop())
beforeEach(() => {
  requests = []
  failure = undefined
})

const session = { headers: { 'X-Autocomplete-Session': 'typing-0001' } }
const ADDRESS = { postcode: '1012 ab', locality: 'Amsterdam', street: 'Zilverkade', building: '12' }

it('returns whether an address exists (WIRE-9)', async () => {
  const good = await holder.done('validateAddress', { countryCode3: 'NLD', ...ADDRESS })
  expect(good).toEqual({ success: true })
  expect(requests).toEqual([
    {
      alpha3: 'nld',
      postalCode: '1012AB',
      city: 'Amsterdam',
      street: 'Zilverkade',
      building: '12',
    },
  ])
  const bad = await holder.done('validateAddress', {
    countryCode3: 'nld',
    ...ADDRESS,
    building: '99999',
  })
  expect(bad).toEqual({ success: false })
})

it.each([
  ['a country without a known code', { countryCode3: 'ita', postcode: '00184' }],
  ['a postal code that the country cannot have', { countryCode3: 'nld', postcode: '12 AB' }],
  ['no postal code', { countryCode3: 'deu', postcode: '' }],
])('returns false for %s without a billed request (WIRE-9)', async (_, ask) => {
  expect(await holder.done('validateAddress', { ...ADDRESS, ...ask })).toEqual({ success: false })
  expect(requests).toEqual([])
})

it('searches from match to match until an address is found (WIRE-9)', async () => {
  const first = await holder.done(
    'searchAddress',
    { context: 'nld', term: '1012AB 12', language: 'nl-NL' },
    session,
  )
  const match = first.matches.find(({ precision }) => precision === 'Address')
  expect(match).toBeDefined()
  const { address, precision } = await holder.done(
    'addressDetails',
    { context: match?.context ?? '' },
    session,
  )
  expect(precision).toBe('Address')
  expect(address).toMatchObject({ postcode: '1012AB', buildingNumber: '12' })
})

it.each(['Dorpsstraat ', '’s-Gravenweg 1/2', '50% & 1?#', 'Straße+ü'])(
  'passes the term %j on as it was typed (WIRE-9)',
  async (term) => {
    await holder.done('searchAddress', { context: 'nld', term, language: 'nl-NL' }, session)
    expect(requests).toEqual([{ context: 'nld', term, language: 'nl-NL', session: 'typing-0001' }])
  },
)

it('requires a valid session, by which a look-up is billed, and names the header (WIRE-11)', async () => {
  const search = { context: 'nld', term: 'Dam', language: 'nl' }
  for (const value of [undefined, 'short', 'x'.repeat(65), 'with space 1']) {
    const headers: Record<string, string> =
      value === undefined ? {} : { 'X-Autocomplete-Session': value }
    for (const answer of [
      await holder.call('searchAddress', search, { headers }),
      await holder.call('addressDetails', { context: 'nld' }, { headers }),
    ]) {
      expect(answer).toMatchObject({ refused: 'invalid-input', field: 'X-Autocomplete-Session' })
    }
  }
  expect(requests).toEqual([])
})

it('distinguishes a context without a single address from an unknown context (WIRE-9)', async () => {
  expect(await holder.call('addressDetails', { context: 'nld' }, session)).toMatchObject({
    refused: 'no-such-address',
  })
  failure = new ServiceRefused('addresses', 'rejected', 'internal details')
  for (const answer of [
    await holder.call('searchAddress', { context: 'zzz', term: 'a', language: 'nl' }, session),
    await holder.call('addressDetails', { context: 'zzz' }, session),
  ]) {
    expect(answer).toMatchObject({ refused: 'invalid-input', field: 'context' })
    expect(JSON.stringify(answer)).not.toContain('internal details')
  }
})

it('returns 503 with Retry-After while the service is down (WIRE-9)', async () => {
  failure = new ServiceDown('addresses', 'internal details', 17)
  const answers = [
    await holder.call('validateAddress', { countryCode3: 'nld', ...ADDRESS }),
    await holder.call('searchAddress', { context: 'nld', term: 'a', language: 'nl' }, session),
    await holder.call('addressDetails', { context: 'nld' }, session),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({ refused: 'service-down', retryAfterSeconds: 17 })
    expect(JSON.stringify(answer)).not.toContain('internal details')
  }
})

it('is only available to voucher holders (WIRE-11)', async () => {
  const answer = await shop.call('validateAddress', { countryCode3: 'nld', ...ADDRESS })
  expect(answer).toMatchObject({ refused: 'no-session' })
})

it('allows searches at typing speed, and limits them after some time (B40)', async () => {
  const typing = await shop.holder()
  const ask = { context: 'nld', term: 'Zil', language: 'nl-NL' }
  const search = () => typing.call('searchAddress', ask, session)
  const refusedOf = async (requests: number) => {
    const answers = await Promise.all(Array.from({ length: requests }, search))
    return answers.filter((answer) => 'refused' in answer)
  }
  shop.clock.halt()
  expect(await refusedOf(100)).toHaveLength(0)
  const refusals = await refusedOf(50)
  expect(refusals).toHaveLength(30)
  expect(refusals[0]).toMatchObject({ refused: 'too-many-requests', retryAfterSeconds: 1 })
  // Only this holder is limited, also after the clock was set back.
  expect(await holder.call('searchAddress', ask, session)).toHaveProperty('matches')
  shop.clock.advance(-3_600_000)
  expect(await search()).toMatchObject({ refused: 'too-many-requests' })
  shop.clock.advance(3_660_000)
  expect(await search()).toHaveProperty('matches')
  shop.clock.resume()
})

it('allows forty look-ups at once by search, check or saving, and then one per minute (B40)', async () => {
  const heavyUser = await shop.holder()
  const ask = { context: 'nld', term: 'Zil', language: 'nl-NL' }
  const searchIn = (typing: string) =>
    heavyUser.call('searchAddress', ask, { headers: { 'X-Autocomplete-Session': typing } })
  for (let count = 0; count < 20; count += 1) {
    expect(await searchIn(`typing-${count}-xyz`)).toHaveProperty('matches')
    expect(await searchIn(`typing-${count}-xyz`)).toHaveProperty('matches')
    await heavyUser.done('validateAddress', { countryCode3: 'NLD', ...ADDRESS })
  }
  expect(await searchIn('typing-more')).toMatchObject({
    refused: 'too-many-requests',
    retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60),
  })
  expect(
    await heavyUser.call('validateAddress', { countryCode3: 'NLD', ...ADDRESS }),
  ).toMatchObject({
    refused: 'too-many-requests',
  })
  // The running search is already paid for.
  expect(await searchIn('typing-0-xyz')).toHaveProperty('matches')

  // Addresses are saved without a check, because the service must never block.
  const before = requests.length
  await heavyUser.done('saveAddress', { ...sampleContact })
  expect(requests).toHaveLength(before)
  shop.clock.advance(61_000)
  await heavyUser.done('saveAddress', { ...sampleContact })
  expect(requests).toHaveLength(before + 1)
})
