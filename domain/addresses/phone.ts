import type { Country } from './countries.ts'

export type PhoneProblem = 'phone-not-ten-digits' | 'phone-implausible'

/** Default messages if the content has none. */
export const phoneMessages: Record<PhoneProblem, string> = {
  'phone-not-ten-digits': 'Phone must be 10 digit.',
  'phone-implausible': 'Invalid phone number',
}

/**
 * The normalized number; undefined if the format is invalid. A Dutch number has ten digits ('0612345678'). An
 * international number keeps its '+', and a national one has digits only. Whether the number exists is not checked here.
 */
export function normalizePhone(typed: string, country: Country): string | undefined {
  const number = dialString(typed)
  if (number === undefined) return undefined
  if (isDutch(number, country)) {
    const national = number.replace(/^\+310?/, '0')
    return /^\d{10}$/.test(national) ? national : undefined
  }
  return /^(\+[1-9]\d{6,14}|\d{7,15})$/.test(number) ? number : undefined
}

/** A phone number is never required. */
export function phoneProblem(typed: string, country: Country): PhoneProblem | undefined {
  if (typed.trim() === '' || normalizePhone(typed, country) !== undefined) return undefined
  return isDutch(dialString(typed) ?? '', country) ? 'phone-not-ten-digits' : 'phone-implausible'
}

/** The country code decides, if there is one: a resident of the Netherlands can have a foreign number. */
function isDutch(number: string, country: Country): boolean {
  return number.startsWith('+') ? number.startsWith('+31') : country === 'NL'
}

/**
 * The number as it is dialled: no spaces or punctuation, '+' in place of '00', and no '(0)' after the country code.
 * Undefined if other characters are left.
 */
function dialString(typed: string): string | undefined {
  const bare = typed
    .normalize('NFKC')
    // '+31 (0)6' is '+31 6'.
    .replace(/(\d\s*)\(0\)/, '$1')
    .replace(/[\s().\-/\p{Pd}\p{Cf}]/gu, '')
  return /^\+?\d+$/.test(bare) ? bare.replace(/^00/, '+') : undefined
}
