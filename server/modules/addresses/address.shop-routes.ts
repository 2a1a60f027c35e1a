import type { FastifyInstance, FastifyRequest } from 'fastify'

import { addressDetails, searchAddress, validateAddress } from '#contract/addresses.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { alpha3, COUNTRIES } from '#domain/addresses/countries.ts'
import { tidyPostalCode } from '#domain/addresses/postal-code.ts'
import { succeed } from '#server/http/response-body.ts'
import { ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const SESSION = 'X-Autocomplete-Session'

export function addressRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, validateAddress, handleValidateAddress(shop))

  serve(app, shop, searchAddress, handleSearchAddress(shop))

  serve(app, shop, addressDetails, handleAddressDetails(shop))
}

function handleValidateAddress(shop: Pick<Shop, 'ports' | 'log' | 'addressRateLimit'>) {
  const { addresses } = shop.ports
  const allowance = shop.addressRateLimit
  return async (input: ParsedInput<typeof validateAddress>, { holder }: HolderCaller) => {
    const code = input.countryCode3.toLowerCase()
    const country = COUNTRIES.find((country) => alpha3(country) === code)
    // The service charges for every request, so text that cannot be an address is not sent.
    const postalCode = country && tidyPostalCode(country, input.postcode)
    if (postalCode === undefined) return { success: false }

    const waitSeconds = allowance.check(holder.voucherId)
    if (waitSeconds > 0) return tooMany(waitSeconds)
    const { locality: city, street, building } = input
    const checked = await responseOrError(
      addresses.validate({ alpha3: code, postalCode, city, street, building }),
    )
    if (checked instanceof ServiceDown) return serviceDown(shop, checked)
    return { success: !(checked instanceof ServiceRefused) && checked.valid }
  }
}

function handleSearchAddress(shop: Pick<Shop, 'ports' | 'log' | 'addressRateLimit'>) {
  const { addresses } = shop.ports
  const allowance = shop.addressRateLimit
  return async (
    { context, term, language }: ParsedInput<typeof searchAddress>,
    { request, holder }: HolderCaller,
  ) => {
    const session = sessionOf(request)
    if (session === undefined) return badSession()
    const waitSeconds = allowance.search(holder.voucherId, session)
    if (waitSeconds > 0) return tooMany(waitSeconds)
    const found = await responseOrError(
      addresses.autocomplete({ context, term, language, session }),
    )
    if (found instanceof ServiceDown) return serviceDown(shop, found)
    if (found instanceof ServiceRefused) return badContext()
    const { matches, newContext } = found
    return succeed({ matches, ...(newContext === null ? {} : { newContext }) })
  }
}

function handleAddressDetails(shop: Pick<Shop, 'ports' | 'log' | 'addressRateLimit'>) {
  const { addresses } = shop.ports
  const allowance = shop.addressRateLimit
  return async (
    { context }: ParsedInput<typeof addressDetails>,
    { request, holder }: HolderCaller,
  ) => {
    const session = sessionOf(request)
    if (session === undefined) return badSession()
    const waitSeconds = allowance.search(holder.voucherId, session)
    if (waitSeconds > 0) return tooMany(waitSeconds)
    const found = await responseOrError(addresses.details({ context, session }))
    if (found instanceof ServiceDown) return serviceDown(shop, found)
    if (found instanceof ServiceRefused) return badContext()
    return found ? succeed(found) : refuse('no-such-address')
  }
}

function serviceDown(shop: Pick<Shop, 'log'>, error: ServiceDown) {
  shop.log.warn({ err: error }, 'address service timeout')
  return refuse('service-down', { retryAfterSeconds: error.retryAfterSeconds ?? 5 })
}

/** The service's response, or its error as a value. */
async function responseOrError<T>(response: Promise<T>): Promise<T | ServiceDown | ServiceRefused> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ServiceDown || error instanceof ServiceRefused) return error
    throw error
  }
}

/** The session of one address search. The service bills it as one look-up, however many keys are pressed. */
function sessionOf(request: FastifyRequest) {
  const session = request.headers[SESSION.toLowerCase()]
  return typeof session === 'string' && /^[A-Za-z0-9\-_.]{8,64}$/.test(session)
    ? session
    : undefined
}

const tooMany = (retryAfterSeconds: number) => refuse('too-many-requests', { retryAfterSeconds })

const badSession = () =>
  refuse('invalid-input', {
    field: SESSION,
    message: `${SESSION}: must be 8 to 64 letters, digits, dashes, underscores or dots`,
  })

const badContext = () =>
  refuse('invalid-input', {
    field: 'context',
    message: 'context: is not one that the search returned',
  })
