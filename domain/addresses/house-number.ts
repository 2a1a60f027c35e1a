import type { Country } from './countries.ts'

export type HouseNumber = { number: string; addition: string }

/** The separator between number and addition in countries that use one. */
const SEPARATORS: Partial<Record<Country, string>> = { PL: '/', IT: '/', ES: ', ', LU: ', ' }

/**
 * Number and addition of '12 bis', '12/4', '75-A'. A dash before a letter is only a separator. Before a digit it may
 * be a range ('22-24') and stays with the addition. undefined if the text does not start with a number of up to 5
 * digits.
 */
export function splitHouseNumber(country: Country, typed: string): HouseNumber | undefined {
  const parts = /^(\d{1,5})(\D.*)?$/.exec(typed.normalize('NFC').replace(/\s+/g, ' ').trim())
  if (!parts?.[1]) return undefined
  return { number: parts[1], addition: withoutSeparator(country, (parts[2] ?? '').trim()) }
}

function withoutSeparator(country: Country, text: string): string {
  const separator = SEPARATORS[country]?.trim()
  if (separator && text.startsWith(separator)) return text.slice(separator.length).trim()
  return text.replace(/^[-/]\s*(?=\p{L})/u, '')
}

/** The house number as text in the country's format: '12a', '12 bus 3', '12/4', '12, 3º 2ª', '22-24'. */
export function joinHouseNumber(country: Country, { number, addition }: HouseNumber): string {
  if (addition === '') return number
  // In Poland a slash precedes a flat number but not a staircase letter: '12/4', '12a/4'.
  const separator = country === 'PL' && /^\p{L}/u.test(addition) ? '' : SEPARATORS[country]
  if (separator !== undefined) return number + separator + addition
  return /^(\p{L}$|[-/])/u.test(addition) ? number + addition : `${number} ${addition}`
}

/** The invoice needs an integer house number: the digits before the first other character. */
export function houseNumberAsInteger(typed: string): number | undefined {
  const digits = /^\s*(\d{1,9})/.exec(typed)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
