/** The stored form, without spaces, dots and hyphens. */
export const plainVatNumber = (typed: string) => typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()

/**
 * Whether the text has the form of a VAT number: two letters plus an identifier, as in the European Union, Switzerland
 * and Norway, or digits only. Does not check whether the number is registered.
 */
export function isVatNumber(plain: string): boolean {
  if (/^\d{8,15}$/.test(plain)) return true
  const [, identifier = ''] = /^[A-Z]{2}([A-Z0-9+*]{2,16})$/.exec(plain) ?? []
  const digits = identifier.replaceAll(/\D/g, '').length
  return digits >= 2 && digits > identifier.length - digits
}
