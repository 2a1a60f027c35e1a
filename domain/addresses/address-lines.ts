import { countryOf } from './countries.ts'
import type { Address } from '#domain/fulfilment/delivery.ts'
import { joinHouseNumber } from './house-number.ts'
import type { Language } from '#domain/language.ts'
import { displayPostalCode } from './postal-code.ts'

/** The lines of a parcel label. The country is omitted for the Netherlands. */
export function addressLines(address: Address, language: Language, company = ''): string[] {
  const { street, houseNumber: number, addition, postalCode, city, country: code, line } = address
  const country = countryOf(code)
  const houseText = country
    ? joinHouseNumber(country, { number, addition })
    : `${number} ${addition}`
  const postalText = country ? displayPostalCode(country, postalCode) : postalCode
  const isNumberFirst = country === 'FR' || country === 'LU'
  const isAbroad = code !== '' && code !== 'NL'
  return [
    company,
    line,
    isNumberFirst ? `${houseText} ${street}` : `${street} ${houseText}`,
    `${postalText} ${city}`,
    isAbroad ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code) : '',
  ]
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
