import { isPostalCode } from '#domain/addresses/postal-code.ts'
import { checkSession } from '#server/modules/addresses/providers/address-session.ts'
import {
  countryOfAlpha3,
  scopeOf,
} from '#server/modules/addresses/providers/sandbox/sandbox-address-context.ts'
import { streetAt } from '#server/modules/addresses/providers/sandbox/sandbox-invented-addresses.ts'
import { searchAddresses } from '#server/modules/addresses/providers/sandbox/sandbox-address-search.ts'
import { gazetteer } from '#server/modules/addresses/providers/sandbox/sandbox-gazetteer.ts'
import { compact } from '#server/modules/addresses/providers/sandbox/text-folding.ts'
import { type AddressPort, ServiceRefused } from '#server/platform/services/service-ports.ts'

/** Addresses with this house number or in this town do not exist, so that this case can be tried out. */
export const NO_SUCH_HOUSE = 99_999
export const NO_SUCH_TOWN = 'Nergenshuizen'

/**
 * Address search in a small built-in gazetteer, and at any valid postal code. An address outside the gazetteer is
 * accepted: the sandbox cannot know every street, and a demo must not refuse a real address.
 */
export function sandboxAddresses(): AddressPort {
  return {
    sandbox: true,

    async autocomplete({ context, term, session }) {
      checkSession(session)
      const scope = scopeOf(context)
      if (scope) return searchAddresses(scope, term)
      throw new ServiceRefused('addresses', 'rejected', 'The context names no known country')
    },

    async details({ context, session }) {
      checkSession(session)
      const scope = scopeOf(context)
      if (scope?.kind !== 'house' && scope?.kind !== 'own') return undefined
      const { house } = scope
      const street = scope.kind === 'own' ? streetAt(scope.country, scope.postcode) : scope.street
      const address = {
        street: street.name,
        postcode: street.postcode,
        buildingNumber: house.number,
        buildingNumberAddition: house.addition,
        locality: street.town,
      }
      return { address, precision: 'Address', context }
    },

    async validate({ alpha3, postalCode, city, street, building }) {
      const noPosition = { latitude: null, longitude: null }
      const country = countryOfAlpha3(alpha3)
      const number = /\d+/.exec(building)?.[0]
      const isWellFormed = number !== undefined && (!country || isPostalCode(country, postalCode))
      const isUnknown =
        Number(number) === NO_SUCH_HOUSE || compact(city).includes(compact(NO_SUCH_TOWN))
      if (!isWellFormed || isUnknown) return { valid: false, ...noPosition }

      const known = gazetteer.find(
        (entry) =>
          entry.country === country &&
          compact(entry.postcode) === compact(postalCode) &&
          compact(entry.name) === compact(street) &&
          entry.houses.some((house) => house.number === number),
      )
      if (!known) return { valid: true, ...noPosition }
      const { latitude, longitude } = known
      return { valid: true, latitude, longitude }
    },
  }
}
