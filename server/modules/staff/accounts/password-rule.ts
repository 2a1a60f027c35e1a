import { PASSWORD_WORDS } from '#domain/staff/common-passwords.ts'
import { isWeakPassword, type PasswordOwner, wordsOfOwner } from '#domain/staff/weak-password.ts'

/** An attacker with the hash makes fewer guesses than this within hours on one machine. */
const MIN_GUESSES_LOG10 = 9.5
/** Only this many characters are checked, because the estimate takes longer than linear time. */
const MAX_CHECKED_LENGTH = 64

/**
 * Whether a new password is refused because it contains known data of its owner or the shop, or is easy to guess. The
 * estimator with its 49,000 common passwords is loaded on first use.
 */
export async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  if (isWeakPassword(password, owner)) return true
  loadedEstimator ??= loadEstimator()
  const estimator = await loadedEstimator
  const normalized = password.normalize('NFKC').slice(0, MAX_CHECKED_LENGTH)
  return estimator.check(normalized, wordsOfOwner(owner)).guessesLog10 < MIN_GUESSES_LOG10
}

let loadedEstimator: ReturnType<typeof loadEstimator> | undefined

async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, shop: [...PASSWORD_WORDS] },
    graphs: adjacencyGraphs,
    maxLength: MAX_CHECKED_LENGTH,
    l33tMaxSubstitutions: 20,
  })
}
