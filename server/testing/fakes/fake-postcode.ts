import {
  type FakeAnswer,
  type FakeRequest,
  hasBasicAuthorization,
  startFakeService,
} from '#server/testing/fakes/fake-service.ts'

export type FakePostcode = Awaited<ReturnType<typeof fakePostcode>>

const TOWN = 'Proefstad'
const STREET = 'Proefkade'
const POSTCODE = '3511PK'
const NUMBERS = Array.from({ length: 24 }, (_, index) => index + 1)

const STREET_VALUE = `${TOWN}, ${STREET} `
const CONTEXTS = { town: 'nldVG93bg', street: 'nldU3RyZWV0', postcode: 'nldUG9zdA' }
const houseContext = (number: number) => `nldSG91c2U${number}`

/** Postcode.eu with a single street: Proefkade 1 to 24 in Proefstad, 3511 PK. */
export async function fakePostcode({ key = 'fake-key', secret = 'fake-secret' } = {}) {
  const knobs = {
    /** Answers every validation with these matches. */
    validation: null as unknown[] | null,
  }
  const service = await startFakeService((request) => {
    if (!hasBasicAuthorization(request, key, secret)) {
      return exception(401, 'Invalid credentials', 'Authentication')
    }
    const [area, version, action, ...rest] = request.segments
    if (area !== 'international' || version !== 'v1') return exception(404, 'Not found', 'Route')
    if (action === 'validate') return validate(request)
    if (!/^[A-Za-z0-9\-_.]{8,64}$/.test(String(request.headers['x-autocomplete-session'] ?? ''))) {
      return exception(400, 'The autocomplete session header is missing or invalid', 'Session')
    }
    if (action === 'autocomplete') return autocomplete(rest)
    if (action === 'address') return details(rest)
    return exception(404, 'Not found', 'Route')
  })

  return { ...service, key, secret, knobs }

  function validate({ query, segments }: FakeRequest): FakeAnswer {
    if (knobs.validation !== null) return { status: 200, body: { matches: knobs.validation } }
    const queryText = (name: string) => (query.get(name) ?? '').toLowerCase().replaceAll(' ', '')
    const number = Number.parseInt(queryText('building'), 10)
    const isOurStreet =
      segments[3] === 'nld' &&
      (queryText('postcode') === POSTCODE.toLowerCase() ||
        queryText('street') === STREET.toLowerCase())
    if (!isOurStreet) return exception(404, 'Address not found', 'NotFound')
    const hasHouse = NUMBERS.includes(number)
    const match = {
      status: {
        grade: hasHouse ? 'A' : 'C',
        validationLevel: hasHouse ? 'Building' : 'Street',
        isAmbiguous: false,
      },
      language: 'nl-NL',
      address: hasHouse ? address(number) : { ...address(0), building: null, buildingNumber: null },
      mailLines: [],
      location: hasHouse ? { latitude: 52.09, longitude: 5.12, precision: 'Address' } : null,
      isPoBox: false,
      country: COUNTRY,
    }
    return { status: 200, body: { country: COUNTRY, matches: [match] } }
  }
}

function autocomplete([context = '', term = '', , mode = '']: string[]): FakeAnswer {
  if (!context.startsWith('nld')) return exception(400, 'Unknown context', 'Context')
  if (term === '') return exception(400, 'Text is too short, minimum length is 1.', 'TooShort')
  const typed = term.toLowerCase()
  if (typed.trim() === '') return matches([])

  // A trailing space means that the street is complete. Without it, more may follow.
  const house = typed.startsWith(STREET_VALUE.toLowerCase())
    ? typed.slice(STREET_VALUE.length)
    : (/^proefkade (.*)$/.exec(typed)?.[1] ?? /^3511 ?pk (.*)$/.exec(typed)?.[1])
  if (house !== undefined) return houses(house.trim(), mode)

  const names = [STREET, `${TOWN}, ${STREET}`]
  const isBeyondTown = !TOWN.toLowerCase().startsWith(typed.replace(/,? *$/, ''))
  if (isBeyondTown && names.some((name) => name.toLowerCase().startsWith(typed.trim()))) {
    return matches([match(STREET_VALUE, STREET, TOWN, 'Street', CONTEXTS.street, typed.length)])
  }
  if (POSTCODE.toLowerCase().startsWith(typed.replaceAll(' ', ''))) {
    const label = `${POSTCODE.slice(0, 4)} ${POSTCODE.slice(4)}`
    return matches([
      match(`${POSTCODE} `, label, TOWN, 'PostalCode', CONTEXTS.postcode, typed.length),
    ])
  }
  if (TOWN.toLowerCase().startsWith(typed.replace(/,? *$/, ''))) {
    if (typed.endsWith(', ')) {
      return matches([match(STREET_VALUE, STREET, TOWN, 'Street', CONTEXTS.street, 0)])
    }
    return matches([match(`${TOWN}, `, TOWN, '', 'Locality', CONTEXTS.town, typed.length)])
  }
  return matches([])
}

function houses(typed: string, mode: string) {
  const found = NUMBERS.filter((number) => String(number).startsWith(typed))
  if (mode !== 'paged') return exception(400, 'Only the paged list is played here', 'Fake')
  return matches(
    found.map((number) => {
      const label = `${STREET} ${number}`
      return match(`${TOWN}, ${label}`, label, TOWN, 'Address', houseContext(number), 0)
    }),
  )
}

function details([context = '']: string[]): FakeAnswer {
  const number = NUMBERS.find((number) => houseContext(number) === context)
  if (number === undefined) return exception(400, 'Context is not a single address', 'Context')
  return {
    status: 200,
    body: {
      language: 'nl-NL',
      address: address(number),
      mailLines: [`${STREET} ${number}`, `${POSTCODE} ${TOWN}`],
      location: null,
      isPoBox: false,
      country: COUNTRY,
      details: { nldBuilding: { number, addition: null, validated: true } },
    },
  }
}

const COUNTRY = { name: 'Nederland', iso3Code: 'NLD', iso2Code: 'NL' }

function address(number: number) {
  return {
    country: 'Nederland',
    locality: TOWN,
    street: STREET,
    postcode: POSTCODE,
    building: String(number),
    buildingNumber: number,
    buildingNumberAddition: '',
  }
}

function match(
  value: string,
  label: string,
  description: string,
  precision: string,
  context: string,
  typed: number,
) {
  const end = Math.min(typed, label.length)
  return { value, label, description, precision, context, highlights: end > 0 ? [[0, end]] : [] }
}

function matches(list: ReturnType<typeof match>[]): FakeAnswer {
  return { status: 200, body: { newContext: null, matches: list } }
}

function exception(status: number, text: string, id: string): FakeAnswer {
  return { status, body: { exception: text, exceptionId: `Fake_${id}Exception` } }
}
