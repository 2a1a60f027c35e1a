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
const LEAST_NAME = 3
/** Minimum number of letters besides the known words. */
const LEAST_OWN = 4
/** A sequence of up to this many characters that repeats counts only once. */
const LONGEST_UNIT = 4

/** The owner of the password; `company` for users of an employer. */
export type PasswordOwner = { email: string; name: string; company?: string }

/** Words about the owner that an attacker would try. */
export const wordsOfOwner = ({ email, name, company = '' }: PasswordOwner): string[] =>
  [email, name, company].flatMap(partsOf)

/** Whether a password is among the first guesses of an attacker who knows its owner. */
export function isWeakPassword(password: string, whose: PasswordOwner): boolean {
  const typed = password.normalize('NFKC').toLowerCase()
  const [, unit = typed] = /^(.+?)\1+$/su.exec(typed) ?? []
  if (unit !== typed && unit.length <= LONGEST_UNIT) return true
  const bare = lettersOf(typed)
  const known = [...COMMON, ...wordsOfOwner(whose)]
    // Longer words first, because they contain shorter ones.
    .toSorted((one, other) => other.length - one.length)
  const left = known.reduce((rest, word) => rest.replaceAll(word, ' '), bare)
  return left !== bare && left.replaceAll(/[\s\p{N}]/gu, '').length < LEAST_OWN
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

function partsOf(text: string): string[] {
  const parts = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [lettersOf(text.normalize('NFKC').toLowerCase()), ...parts].filter(
    (part) => part.length >= LEAST_NAME,
  )
}
