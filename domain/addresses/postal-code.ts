import type { Country } from './countries.ts'

/** Patterns for postal codes in upper case without spaces. The group is the stored part. */
const patterns: Record<Country, RegExp> = {
  NL: /^([1-9]\d{3}(?!SA|SD|SS)[A-Z]{2})$/,
  DE: /^((?!00)\d{5})$/,
  FR: /^((?:0[1-9]|[1-8]\d|9[0-5])\d{3}|97[1-46]\d{2})$/,
  BE: /^([1-9]\d{3})$/,
  LU: /^(?:L-?)?(\d{4})$/,
  ES: /^((?:5[0-2]|[0-4]\d)\d{3})$/,
  AT: /^(?:A-?)?([1-9]\d{3})$/,
  IT: /^(\d{5})$/,
  PL: /^(\d{2}-?\d{3})$/,
}

/** The stored form, '1234AB' or '00-950'; undefined if the code is invalid in this country. */
export function tidyPostalCode(country: Country, typed: string): string | undefined {
  const bare = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/\p{Pd}/gu, '-')
  const code = patterns[country].exec(bare)?.[1]
  return country === 'PL' ? code?.replace(/^(\d{2})-?/, '$1-') : code
}

export function isPostalCode(country: Country, typed: string): boolean {
  return tidyPostalCode(country, typed) !== undefined
}

/** The form for parcels: '1234 AB'. An invalid postal code is returned unchanged. */
export function displayPostalCode(country: Country, stored: string): string {
  const code = tidyPostalCode(country, stored)
  if (code === undefined) return stored
  return country === 'NL' ? `${code.slice(0, 4)} ${code.slice(4)}` : code
}
