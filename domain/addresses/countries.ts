/** The countries that gifts are sent to. */
export const COUNTRIES = ['NL', 'DE', 'FR', 'BE', 'LU', 'ES', 'AT', 'IT', 'PL'] as const

export type Country = (typeof COUNTRIES)[number]

export const DEFAULT_COUNTRY: Country = 'NL'

/**
 * Country codes of the address service. It does not support Italy and Poland: for these, only the format is checked.
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

/** The address service's code of a country; undefined if it is not supported. */
export function alpha3(country: string): string | undefined {
  const code = countryOf(country)
  return code && alpha3Codes[code]
}

/** Whether the form shows the address search, which needs a country that the service supports. */
export function hasAddressSearch(country: string): boolean {
  return alpha3(country) !== undefined
}
