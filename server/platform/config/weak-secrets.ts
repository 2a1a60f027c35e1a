import { issuedPaymentTokens } from '#server/platform/config/payment-accounts.ts'

const SECRET_LENGTH = 32
const SALT_LENGTH = 16

/**
 * The problems with the secrets of a live shop, as messages for the operator. Only the pepper protects the codes in a
 * copy of the database, and it can be brute-forced at hardware speed. The salt is public, but must be unique, so that
 * no precomputed table of hashed codes fits.
 */
export function weakSecrets({ peppers, salt }: { peppers: string; salt: string }): string[] {
  const problems: string[] = []
  // Only the newest: an older one stays as it is until its vouchers have expired.
  const [pepper = ''] = peppers.split(',')
  if (!looksRandom(pepper.slice(pepper.indexOf(':') + 1), SECRET_LENGTH)) {
    problems.push(
      `the secret of GIFTPOINT_PEPPER can be guessed (set ${SECRET_LENGTH} random characters or more, as \`openssl rand -hex 32\` creates)`,
    )
  }
  if (!looksRandom(salt, SALT_LENGTH)) {
    problems.push(
      `GIFTPOINT_VOUCHER_SALT can be guessed (set ${SALT_LENGTH} random characters or more, as \`openssl rand -hex 16\` creates)`,
    )
  }
  return problems
}

/** Tokens issued by other services are not checked. */
const ISSUED_BY_OTHERS: ReadonlySet<string> = new Set(issuedPaymentTokens)

/** The tokens of other programs, checked like the pepper and the salt. */
export function weakTokens(config: Record<string, unknown>): string[] {
  return Object.entries(config)
    .filter(([name]) => name.endsWith('_TOKEN') && !ISSUED_BY_OTHERS.has(name))
    .filter(([, token]) => typeof token === 'string' && !looksRandom(token, SALT_LENGTH))
    .map(
      ([name]) =>
        `${name} can be guessed (set ${SALT_LENGTH} random characters or more, as \`openssl rand -hex 16\` creates)`,
    )
}

/**
 * Long enough, without repetition or sequences: in random text almost every pair of characters and every step is
 * different.
 */
function looksRandom(text: string, minimum: number): boolean {
  const pairs = Array.from(text.slice(1), (character, index) => ({
    pair: text.slice(index, index + 2),
    step: character.charCodeAt(0) - text.charCodeAt(index),
  }))
  const differentPairs = new Set(pairs.map(({ pair }) => pair)).size
  const differentSteps = new Set(pairs.map(({ step }) => step)).size
  return (
    text.length >= minimum && differentPairs >= minimum * 0.6 && differentSteps >= minimum * 0.3
  )
}
