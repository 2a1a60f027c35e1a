import { alpha3, COUNTRIES, type Country } from '#domain/addresses/countries.ts'
import { splitHouseNumber } from '#domain/addresses/house-number.ts'
import { isPostalCode } from '#domain/addresses/postal-code.ts'
import {
  gazetteer,
  type House,
  type Street,
} from '#server/modules/addresses/providers/sandbox/sandbox-gazetteer.ts'

/** The part of the gazetteer that a match selects. The page gets it as an opaque text, as from the real service. */
export type Scope =
  | { kind: 'country'; country: Country }
  | { kind: 'town'; country: Country; town: string }
  | { kind: 'postcode'; country: Country; postcode: string }
  | { kind: 'street'; country: Country; street: Street }
  | { kind: 'page'; country: Country; street: Street; page: number }
  | { kind: 'house'; country: Country; street: Street; house: House }
  /** A house at a postal code that is not in the gazetteer. */
  | { kind: 'own'; country: Country; postcode: string; house: House }

export function contextOf(scope: Scope) {
  const country = alpha3(scope.country) ?? ''
  return country + Buffer.from(JSON.stringify(scopeParts(scope))).toString('base64url')
}

function scopeParts(scope: Scope): (string | number)[] {
  switch (scope.kind) {
    case 'country':
      return []
    case 'town':
      return ['town', scope.town]
    case 'postcode':
      return ['postcode', scope.postcode]
    case 'street':
      return ['street', gazetteer.indexOf(scope.street)]
    case 'page':
      return ['page', gazetteer.indexOf(scope.street), scope.page]
    case 'own':
      return ['own', scope.postcode, scope.house.number, scope.house.addition]
    case 'house':
      return [
        'house',
        gazetteer.indexOf(scope.street),
        scope.street.houses.findIndex(
          ({ number, addition }) =>
            number === scope.house.number && addition === scope.house.addition,
        ),
      ]
  }
}

export function countryOfAlpha3(code: string) {
  return COUNTRIES.find((country) => alpha3(country) === code.toLowerCase())
}

/** undefined for an unknown country. Any other invalid context is treated as the whole country. */
export function scopeOf(context: string): Scope | undefined {
  const country = countryOfAlpha3(context.slice(0, 3))
  if (!country) return undefined
  const [kind, first, second, third] = decodeParts(context.slice(3))
  const street = gazetteer[Number(first)]
  const page = Number(second)
  const house = street?.houses[page]

  if (kind === 'town') return { kind, country, town: String(first) }
  if (kind === 'postcode') return { kind, country, postcode: String(first) }
  if (kind === 'own') return ownScope(country, String(first), String(second), String(third))
  if (kind === 'street' && street?.country === country) return { kind, country, street }
  if (kind === 'page' && street?.country === country) return { kind, country, street, page }
  if (kind === 'house' && street?.country === country && house) {
    return { kind, country, street, house }
  }
  return { kind: 'country', country }
}

function ownScope(country: Country, postcode: string, number: string, addition: string): Scope {
  const house = splitHouseNumber(country, `${number} ${addition}`)
  const isValid = house && isPostalCode(country, postcode) && postcode.length <= 12
  return isValid && addition.length <= 20
    ? { kind: 'own', country, postcode, house: { number, addition } }
    : { kind: 'country', country }
}

function decodeParts(encoded: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
