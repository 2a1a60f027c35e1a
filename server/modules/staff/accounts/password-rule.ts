import { PASSWORD_WORDS } from '#domain/staff/common-passwords.ts'
import { isWeakPassword, type PasswordOwner, wordsOfOwner } from '#domain/staff/weak-password.ts'

/** Guesses that an attacker with the hash tries within hours on one machine. */
const LEAST_GUESSES_LOG10 = 9.5
/** Only this many characters are checked, because the estimate takes longer than linear time. */
const LONGEST_CHECKED = 64

/**
 * Whether a new password is refused because it uses known data of its owner or the shop, or is easily guessed. The
 * estimator and its 49,000 most common passwords are loaded on first use.
 */
export async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  if (isWeakPassword(password, owner)) return true
  estimator ??= loadEstimator()
  const estimate = await estimator
  const typed = password.normalize('NFKC').slice(0, LONGEST_CHECKED)
  return estimate.check(typed, wordsOfOwner(owner)).guessesLog10 < LEAST_GUESSES_LOG10
}

let estimator: ReturnType<typeof loadEstimator> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, shop: [...PASSWORD_WORDS] },
    graphs: adjacencyGraphs,
    maxLength: LONGEST_CHECKED,
    l33tMaxSubstitutions: 20,
  })
}
