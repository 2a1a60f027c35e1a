import { checkSession } from '#server/modules/addresses/providers/address-session.ts'
import {
  Autocomplete,
  Details,
  Exception,
  foundAddress,
  isAccepted,
  Validation,
} from '#server/modules/addresses/providers/postcode/postcode-responses.ts'
import {
  basicAuthorization,
  isSuccess,
  type ServiceAnswer,
  type ServiceCall,
  serviceCaller,
  parseResponse,
} from '#server/platform/outbound/service-call.ts'
import {
  type AddressPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

export type PostcodeSettings = {
  key: string
  secret: string
  baseUrl?: string
  timeoutMs?: number
}

export function postcodeAddresses({
  key,
  secret,
  baseUrl = 'https://api.postcode.eu',
  timeoutMs = 5_000,
}: PostcodeSettings): AddressPort {
  const call = serviceCaller({
    service: 'addresses',
    baseUrl: `${baseUrl}/international/v1`,
    headers: { authorization: basicAuthorization(key, secret), accept: 'application/json' },
    timeoutMs,
    tries: 2,
  })

  return {
    sandbox: false,
    autocomplete: (input) => autocomplete(call, input),
    details: (input) => details(call, input),
    validate: (input) => validate(call, input),
  }
}

type Calls = Omit<AddressPort, 'sandbox'>
type Input<Name extends keyof Calls> = Parameters<Calls[Name]>[0]
type Answer<Name extends keyof Calls> = ReturnType<Calls[Name]>

async function autocomplete(
  call: ServiceCall,
  { context, term, language, session }: Input<'autocomplete'>,
): Answer<'autocomplete'> {
  checkSession(session)
  if (isDotSegment(term)) return { matches: [], newContext: null }
  const what = 'autocomplete'
  const answer = await call({
    what,
    method: 'GET',
    path: `/autocomplete/${segment(context)}/${segment(term)}/${languageTag(language)}/paged`,
    headers: { 'x-autocomplete-session': session },
  })
  if (answer.status === 404) return { matches: [], newContext: null }
  if (!isSuccess(answer)) throw problem(what, answer)
  const { matches, newContext } = parseResponse('addresses', what, Autocomplete, answer.body)
  return { matches, newContext: newContext ?? null }
}

async function details(
  call: ServiceCall,
  { context, session }: Input<'details'>,
): Answer<'details'> {
  checkSession(session)
  if (context === '' || isDotSegment(context)) return undefined
  const what = 'address details'
  const answer = await call({
    what,
    method: 'GET',
    path: `/address/${segment(context)}`,
    headers: { 'x-autocomplete-session': session },
  })
  // The service responds with 400 or 404 to a context that is not a house.
  if (answer.status === 400 || answer.status === 404) return undefined
  if (!isSuccess(answer)) throw problem(what, answer)
  const address = foundAddress(parseResponse('addresses', what, Details, answer.body))
  return { address, precision: 'Address', context }
}

async function validate(
  call: ServiceCall,
  { alpha3, postalCode, city, street, building }: Input<'validate'>,
): Answer<'validate'> {
  const what = 'validate address'
  const input = { postcode: postalCode, locality: city, street, building }
  const filled = Object.entries(input).filter(([, value]) => value.trim() !== '')
  const answer = await call({
    what,
    method: 'GET',
    path: `/validate/${segment(alpha3.toLowerCase())}?${new URLSearchParams(filled).toString()}`,
  })
  if (answer.status === 404) return { valid: false, latitude: null, longitude: null }
  if (!isSuccess(answer)) throw problem(what, answer)
  const [best] = parseResponse('addresses', what, Validation, answer.body).matches
  if (!best || !isAccepted(best)) return { valid: false, latitude: null, longitude: null }
  const { latitude = null, longitude = null } = best.location ?? {}
  return { valid: true, latitude, longitude }
}

function segment(text: string) {
  if (text === '' || isDotSegment(text)) {
    throw new ServiceRefused('addresses', 'rejected', 'An empty part in the question')
  }
  return encodeURIComponent(text)
}

/** URLs resolve these segments, encoded or not: the term '..' would call another address of the API. */
function isDotSegment(text: string) {
  return text === '.' || text === '..'
}

/** With an empty tag the service chooses the language. */
function languageTag(language: string) {
  return /^[a-z]{2}([-_][a-z]{2})?$/i.test(language) ? language : ''
}

function problem(what: string, { status, body }: ServiceAnswer) {
  if (status !== 400) return new ServiceDown('addresses', `${what}: answered ${status}`)
  const { data } = Exception.safeParse(body)
  return new ServiceRefused('addresses', 'rejected', `${what}: ${data?.exception ?? 'refused'}`)
}
