/** As it is kept: without the spaces, dots and hyphens that people write between its parts. */
export const plainVatNumber = (typed: string) => typed.replaceAll(/[\s.\-/]/g, '').toUpperCase()

/**
 * Two letters and what follows, as in the European Union, in Switzerland and in Norway; elsewhere it is digits alone. Whether
 * it was given to anybody is not asked.
 */
export function isVatNumber(plain: string): boolean {
  if (/^\d{8,15}$/.test(plain)) return true
  const [, rest = ''] = /^[A-Z]{2}([A-Z0-9+*]{2,16})$/.exec(plain) ?? []
  const digits = rest.replaceAll(/\D/g, '').length
  return digits >= 2 && digits > rest.length - digits
}
