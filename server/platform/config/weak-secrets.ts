const SECRET_LENGTH = 32
const SALT_LENGTH = 16

/**
 * What is wrong with the secrets of a live shop, each in words for whoever sets them. A pepper is all that stands
 * between a copy of the database and its codes, and is guessed at as quickly as hardware goes. The salt is public;
 * it has to be our own, so that nobody's table of hashed codes fits.
 */
export function weakSecrets({ peppers, salt }: { peppers: string; salt: string }): string[] {
  const weak: string[] = []
  // The newest only: an older one stays as it is until its vouchers have ended.
  const [pepper = ''] = peppers.split(',')
  if (!looksRandom(pepper.slice(pepper.indexOf(':') + 1), SECRET_LENGTH)) {
    weak.push(
      `the secret of GIFTPOINT_PEPPER can be guessed (set ${SECRET_LENGTH} random characters or more, as \`openssl rand -hex 32\` makes them)`,
    )
  }
  if (!looksRandom(salt, SALT_LENGTH)) {
    weak.push(
      `GIFTPOINT_VOUCHER_SALT can be guessed (set ${SALT_LENGTH} random characters or more, as \`openssl rand -hex 16\` makes them)`,
    )
  }
  return weak
}

/** Tokens that the operator chooses; what an outside service issues is not ours to judge. */
const ISSUED_BY_OTHERS = new Set(['MOLLIE_ACCESS_TOKEN'])

/** The tokens by which other programs are let in, judged like the pepper and the salt. */
export function weakTokens(config: Record<string, unknown>): string[] {
  return Object.entries(config)
    .filter(([name]) => name.endsWith('_TOKEN') && !ISSUED_BY_OTHERS.has(name))
    .filter(([, token]) => typeof token === 'string' && !looksRandom(token, SALT_LENGTH))
    .map(
      ([name]) =>
        `${name} can be guessed (set ${SALT_LENGTH} random characters or more, as \`openssl rand -hex 16\` makes them)`,
    )
}

/**
 * Long enough, and neither one thing again and again nor a row of the alphabet: of what follows what, and of the
 * steps between, random text has nearly as many kinds as it has places.
 */
function looksRandom(text: string, least: number): boolean {
  const pairs = Array.from(text.slice(1), (after, at) => ({
    pair: text.slice(at, at + 2),
    step: after.charCodeAt(0) - text.charCodeAt(at),
  }))
  const kinds = new Set(pairs.map(({ pair }) => pair)).size
  const steps = new Set(pairs.map(({ step }) => step)).size
  return text.length >= least && kinds >= least * 0.6 && steps >= least * 0.3
}
