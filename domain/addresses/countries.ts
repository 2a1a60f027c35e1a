/** The countries that gifts are sent to. */
export const COUNTRIES = ['NL', 'DE', 'FR', 'BE', 'LU', 'ES', 'AT', 'IT', 'PL'] as const

export type Country = (typeof COUNTRIES)[number]

export const DEFAULT_COUNTRY: Country = 'NL'

/**
 * The address service's own codes. It knows none for Italy and Poland: there the format alone
 * decides.
 */
const alpha3Codes: Partial<Record<Country, string>> = {
  NL: 'nld',
  DE: 'deu',
  FR: 'fra',
  BE: 'bel',
  LU: 'lux',
  ES: 'esp',
  AT: 'aut',
}

export function countryOf(text: string): Country | undefined {
  const code = text.trim().toUpperCase()
  return COUNTRIES.find((country) => country === code)
}

/** The code under which the address service knows a country; undefined when it does not. */
export function alpha3(country: string): string | undefined {
  const known = countryOf(country)
  return known && alpha3Codes[known]
}

/**
 * Whether the form shows the address search. Where the service knows nothing there is nothing to
 * search.
 */
export function addressSearch(country: string): boolean {
  return alpha3(country) !== undefined
}
