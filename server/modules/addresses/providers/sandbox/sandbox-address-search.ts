import { displayPostalCode } from '#domain/addresses/postal-code.ts'
import {
  contextOf,
  type Scope,
} from '#server/modules/addresses/providers/sandbox/sandbox-address-context.ts'
import {
  gazetteer,
  type House,
  type Street,
} from '#server/modules/addresses/providers/sandbox/sandbox-gazetteer.ts'
import {
  type InventedAddress,
  inventedMatches,
} from '#server/modules/addresses/providers/sandbox/sandbox-invented-addresses.ts'
import {
  compact,
  fold,
  highlights,
} from '#server/modules/addresses/providers/sandbox/text-folding.ts'
import type { AddressMatch } from '#server/platform/services/service-ports.ts'

const PAGE_SIZE = 10
const MAX_MATCHES = 20

/**
 * Suggestions for the typed text. `value` is the new content of the field. A space at its end means that the street is
 * complete and house numbers follow.
 */
export function searchAddresses(scope: Scope, term: string) {
  const found = searchGazetteer(scope, term)
  if (found.matches.length > 0) return found
  return { ...found, matches: inventedMatches(scope.country, term).map(inventedMatch) }
}

function searchGazetteer(scope: Scope, term: string) {
  const typed = fold(term)
  const inside = streetsIn(scope).filter((street) => continuesScope(scope, street, typed))
  const streets = inside.length > 0 ? inside : countryStreets(scope)
  // The user has deleted the chosen text, so the search starts over.
  const isScopeLeft = scope.kind !== 'country' && inside.length === 0
  const newContext = isScopeLeft
    ? contextOf({ kind: 'country', country: scope.country }).slice(0, 3)
    : null
  if (typed.trim() === '') return { matches: [], newContext }

  if (scope.kind === 'page' && inside[0] && typed === fold(streetValue(inside[0]))) {
    return { matches: pageOfHouses(inside[0], scope.page), newContext }
  }
  const matches = houseMatches(streets, typed) ?? placeMatches(streets, typed)
  return { matches: matches.slice(0, MAX_MATCHES), newContext }
}

const countryStreets = ({ country }: Scope) =>
  gazetteer.filter((street) => street.country === country)

function streetsIn(scope: Scope): Street[] {
  if (scope.kind === 'country') return countryStreets(scope)
  if (scope.kind === 'town') return countryStreets(scope).filter(({ town }) => town === scope.town)
  if (scope.kind === 'postcode') {
    return countryStreets(scope).filter(({ postcode }) => postcode === scope.postcode)
  }
  return scope.kind === 'own' ? [] : [scope.street]
}

/** Whether the typed text still starts with the chosen town, postal code or street. */
function continuesScope(scope: Scope, street: Street, typed: string) {
  if (scope.kind === 'country') return true
  if (scope.kind === 'postcode') return compact(typed).startsWith(compact(street.postcode))
  const chosen = scope.kind === 'town' ? fold(street.town) : fold(streetValue(street)).trim()
  return typed.startsWith(chosen)
}

/** undefined if the typed text contains no complete street name. */
function houseMatches(streets: Street[], typed: string): AddressMatch[] | undefined {
  const named = streets.flatMap((street) => {
    const house = typedHouse(street, typed)
    return house === undefined ? [] : [{ street, house }]
  })
  const [first] = named
  if (!first) return undefined
  // One name in several towns, or one postal code with several streets: first the street, then the house.
  if (named.length > 1 && named.every(({ house }) => house === '')) {
    return named.map(({ street }) => streetMatch(street, street.name))
  }
  if (first.house === '' && first.street.houses.length > PAGE_SIZE) return pageMatches(first.street)
  return named.flatMap(({ street, house }) => matchingHouses(street, house))
}

/** The text beside the complete street name: '12' in 'zilverkade 12' and in '12, rue du potier'. */
function typedHouse(street: Street, typed: string) {
  const { country, town, postcode } = street
  const name = fold(street.name)
  const prefixes = [
    fold(streetValue(street)),
    `${name} `,
    `${name}, ${fold(town)} `,
    `${fold(postcode)} `,
    `${fold(displayPostalCode(country, postcode))} `,
  ]
  const prefix = prefixes.find((candidate) => typed.startsWith(candidate))
  if (prefix !== undefined) return typed.slice(prefix.length).trim()
  // In some countries the number comes first. Letters after it may be an addition or a 'rue'.
  const [, house] =
    NUMBER_FIRST.map((form) => form.exec(typed)).find((parts) => parts?.[2]?.trim() === name) ?? []
  return house
}

const NUMBER_FIRST = [/^(\d+),? (.+)$/, /^(\d+ ?[a-z]{1,3}),? (.+)$/]

function matchingHouses(street: Street, typed: string) {
  const searched = compact(typed)
  const label = (house: House) => compact(house.number + house.addition)
  return street.houses
    .filter((house) => label(house).startsWith(searched))
    .sort((a, b) => Number(label(b) === searched) - Number(label(a) === searched))
    .slice(0, PAGE_SIZE)
    .map((house) => houseMatch(street, house, typed))
}

function pageMatches(street: Street): AddressMatch[] {
  const count = Math.ceil(street.houses.length / PAGE_SIZE)
  return Array.from({ length: count }, (_, page) => {
    const houses = housesOnPage(street, page)
    const [house] = houses
    if (house && houses.length === 1) return houseMatch(street, house, '')
    const [first, last] = [houses.at(0)?.number, houses.at(-1)?.number]
    const context = contextOf({ kind: 'page', country: street.country, street, page })
    return match(
      streetValue(street),
      `${street.name} ${first === last ? first : `${first} - ${last}`}`,
      street.town,
      'PartialAddress',
      context,
    )
  })
}

const pageOfHouses = (street: Street, page: number) =>
  housesOnPage(street, page).map((house) => houseMatch(street, house, ''))

const housesOnPage = ({ houses }: Street, page: number) =>
  houses.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)

/** Towns, postal codes and streets that begin with the typed text. */
function placeMatches(streets: Street[], typed: string): AddressMatch[] {
  const word = typed.trim()
  const inTown = streets.filter(({ town }) => typed.startsWith(`${fold(town)}, `))
  if (inTown.length > 0) {
    return inTown
      .map((street) => ({ street, rest: typed.slice(fold(street.town).length + 2).trim() }))
      .filter(({ street, rest }) => hasWord(street.name, rest))
      .map(({ street, rest }) => streetMatch(street, rest))
  }
  const towns = streets.filter(({ town }) => hasWord(town, word)).map(townMatch(word))
  const withPostcode = /\d/.test(word)
    ? streets.filter(({ postcode }) => compact(postcode).startsWith(compact(word)))
    : []
  const isPostcodeComplete = withPostcode.every(
    ({ postcode }) => compact(postcode) === compact(word),
  )
  const postcodes = isPostcodeComplete
    ? withPostcode.map((street) => streetMatch(street, word))
    : withPostcode.map(postcodeMatch(word))
  const named = streets.filter(({ name }) => hasWord(name, word))
  return withoutDuplicates([
    ...postcodes,
    ...towns,
    ...named.map((street) => streetMatch(street, word)),
  ])
}

const hasWord = (text: string, word: string) => ` ${fold(text)}`.includes(` ${word}`)

function withoutDuplicates(matches: AddressMatch[]) {
  return [...new Map(matches.map((match) => [match.context, match])).values()]
}

const streetValue = ({ town, name }: Street) => `${town}, ${name} `

function streetMatch(street: Street, typed: string) {
  const context = contextOf({ kind: 'street', country: street.country, street })
  return match(streetValue(street), street.name, street.town, 'Street', context, typed)
}

function townMatch(typed: string) {
  return ({ country, town }: Street) =>
    match(`${town}, `, town, '', 'Locality', contextOf({ kind: 'town', country, town }), typed)
}

function postcodeMatch(typed: string) {
  return ({ country, postcode, town }: Street) => {
    const context = contextOf({ kind: 'postcode', country, postcode })
    const label = displayPostalCode(country, postcode)
    return match(`${postcode} `, label, town, 'PostalCode', context, typed)
  }
}

function inventedMatch({ street, house }: InventedAddress) {
  const { country, postcode } = street
  return houseMatch(street, house, '', contextOf({ kind: 'own', country, postcode, house }))
}

function houseMatch(
  street: Street,
  house: House,
  typed: string,
  context = contextOf({ kind: 'house', country: street.country, street, house }),
) {
  const { country, town, name } = street
  const building = [house.number, house.addition].join(' ').trim()
  const label =
    country === 'FR'
      ? `${building} ${name}`
      : country === 'LU'
        ? `${building}, ${name}`
        : `${name} ${building}`
  const value = `${streetValue(street)}${building}`
  return match(value, label, town, 'Address', context, typed)
}

function match(
  value: string,
  label: string,
  description: string,
  precision: string,
  context: string,
  typed = '',
): AddressMatch {
  return { value, label, description, precision, context, highlights: highlights(label, typed) }
}
