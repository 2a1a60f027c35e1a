/** The stored form, without spaces, dots and hyphens. */
export const plainVatNumber = (typed: string) => typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()

/**
 * Two letters plus the rest, as in the European Union, Switzerland and Norway; elsewhere digits only. Does not check
 * whether the number is registered.
 */
export function isVatNumber(plain: string): boolean {
  if (/^\d{8,15}$/.test(plain)) return true
  const [, rest = ''] = /^[A-Z]{2}([A-Z0-9+*]{2,16})$/.exec(plain) ?? []
  const digits = rest.replaceAll(/\D/g, '').length
  return digits >= 2 && digits > rest.length - digits
}
