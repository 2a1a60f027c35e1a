import type { Country } from '#domain/addresses/countries.ts'
import { splitHouseNumber } from '#domain/addresses/house-number.ts'
import { isPostalCode } from '#domain/addresses/postal-code.ts'
import {
  gazetteer,
  type House,
  type Street,
} from '#server/modules/addresses/providers/sandbox/sandbox-gazetteer.ts'
import { compact } from '#server/modules/addresses/providers/sandbox/text-folding.ts'

export type InventedAddress = { street: Street; house: House }

/** Clearly invented, so that nobody mistakes them for real addresses. */
const INVENTED_STREETS: Partial<Record<Country, [street: string, town: string]>> = {
  NL: ['Proeflaan', 'Proefdorp'],
  BE: ['Proeflaan', 'Proefdorp'],
  DE: ['Musterstraße', 'Musterstadt'],
  AT: ['Mustergasse', 'Musterstadt'],
  FR: ['Rue de l’Exemple', 'Exempleville'],
  LU: ['Rue de l’Exemple', 'Exempleville'],
  ES: ['Calle del Ejemplo', 'Villaejemplo'],
}

const NO_POSITION = { latitude: 0, longitude: 0 }
/** Suggested while only the postal code is typed. */
const FIRST_HOUSES = ['1', '2', '3', '10', '25']
const ADDITIONS = ['', 'A', 'B']
/** A house number that is never found, so that this case can be tested. */
const NOWHERE = '99999'

/** The street at a postal code: from the gazetteer, or an invented one. */
export function streetAt(country: Country, postcode: string): Street {
  const known = gazetteer.find(
    (street) => street.country === country && compact(street.postcode) === compact(postcode),
  )
  const [name, town] = INVENTED_STREETS[country] ?? ['Sample Street', 'Sampleton']
  return known ?? { ...NO_POSITION, country, town, name, postcode, houses: [] }
}

/** Suggests an address at any valid postal code of the country, with the house number that follows it. */
export function inventedMatches(country: Country, term: string): InventedAddress[] {
  const typed = codeAndRest(country, term.normalize('NFC').trim())
  if (!typed) return []
  const street = streetAt(country, typed.postcode)
  if (typed.rest === '') return FIRST_HOUSES.map((number) => addressAt(street, number, ''))
  const house = splitHouseNumber(country, typed.rest)
  if (!house || house.number === NOWHERE) return []
  // The number alone may still be the beginning of another one.
  return house.addition === ''
    ? ADDITIONS.map((addition) => addressAt(street, house.number, addition))
    : [addressAt(street, house.number, house.addition)]
}

const addressAt = (street: Street, number: string, addition: string): InventedAddress => ({
  street,
  house: { number, addition },
})

/** Splits '1234 AB 56a' into postal code and rest; the longest valid postal code wins. */
function codeAndRest(country: Country, term: string) {
  const ends = [...term.matchAll(/(?=[\s,]|$)|(?<=\p{L})(?=\d)/gu)].map(({ index }) => index)
  for (const end of ends.reverse()) {
    const postcode = term.slice(0, end)
    if (!isPostalCode(country, postcode)) continue
    const code = compact(postcode).toUpperCase()
    return { postcode: code, rest: term.slice(end).replace(/^[\s,]+/, '') }
  }
  return undefined
}
