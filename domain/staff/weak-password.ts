/** The most common passwords, with any characters around them. */
const COMMON = [
  ...'password wachtwoord passwort motdepasse welcome welkom willkommen bienvenue'.split(' '),
  ...'geheim secret admin administrator login letmein iloveyou'.split(' '),
  ...'qwertyuiop qwertzuiop azertyuiop qwerty qwertz azerty asdfghjkl yxcvbnm zxcvbnm'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz abcdefghijkl abcdef abc'.split(' '),
  ...'01234567890 1234567890 0987654321 123456789 12345678 123456 987654321'.split(' '),
  // The best known example of a passphrase.
  'correcthorsebatterystaple',
  ...'giftpoint cadeau kerstpakket geschenk'.split(' '),
]

/** Shorter names occur in too many words. */
const MIN_NAME_LENGTH = 3
/** Minimum number of letters besides the known words. */
const MIN_OTHER_LETTERS = 4
/** A sequence of up to this many characters that repeats counts only once. */
const MAX_REPEATED_LENGTH = 4

/** The owner of the password; `company` for users of an employer. */
export type PasswordOwner = { email: string; name: string; company?: string }

/** Words about the owner that an attacker would try. */
export const wordsOfOwner = ({ email, name, company = '' }: PasswordOwner): string[] =>
  [email, name, company].flatMap(partsOf)

/** Whether a password is among the first guesses of an attacker who knows its owner. */
export function isWeakPassword(password: string, owner: PasswordOwner): boolean {
  const normalized = password.normalize('NFKC').toLowerCase()
  const [, repeated] = /^(.+?)\1+$/su.exec(normalized) ?? []
  if (repeated !== undefined && repeated.length <= MAX_REPEATED_LENGTH) return true
  const compact = withoutPunctuation(normalized)
  // Longer words first, because they contain shorter ones.
  const knownWords = [...COMMON, ...wordsOfOwner(owner)].toSorted((a, b) => b.length - a.length)
  let remainder = compact
  for (const word of knownWords) remainder = remainder.replaceAll(word, ' ')
  const otherLetters = remainder.replaceAll(/[\s\p{N}]/gu, '')
  return remainder !== compact && otherLetters.length < MIN_OTHER_LETTERS
}

const withoutPunctuation = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

function partsOf(text: string): string[] {
  const normalized = text.normalize('NFKC').toLowerCase()
  const parts = normalized.split(/[^\p{L}\p{N}]+/u)
  return [withoutPunctuation(normalized), ...parts].filter((part) => part.length >= MIN_NAME_LENGTH)
}
