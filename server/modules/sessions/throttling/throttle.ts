import { setTimeout as pause } from 'node:timers/promises'

import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import {
  requiredBits,
  bitsAboveLimit,
  GRACE_BITS,
  hasNoFailures,
  type LoginRecord,
  attemptLimit,
} from '#domain/sessions/login-cost.ts'
import { CLEANUP_RULES } from '#domain/privacy/clean-up-rules.ts'
import { DISABLE_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import { loginChallenges } from '#server/modules/sessions/throttling/login-challenges.ts'
import { networksOf } from '#server/http/client-networks.ts'
import {
  accountFailures,
  clearFailures,
  countAttempt,
  findFailures,
} from '#server/modules/sessions/throttling/password-failures.sql.ts'
import { usedProofs } from '#server/modules/sessions/throttling/used-proofs.ts'
import { attemptQueue } from '#server/modules/sessions/throttling/attempt-queue.ts'
import { enteredCodes } from '#server/modules/sessions/throttling/entered-codes.ts'
import {
  type Bucket,
  countTry,
  findTries,
  eraseTries,
  type Tries,
} from '#server/modules/sessions/throttling/login-attempt.sql.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/**
 * The result for a correct password whose second factor is still missing. It counts against the account like a
 * failure, so that a known password does not help guessing codes.
 */
export const SECOND_FACTOR_MISSING = 'half'

type Lookup<T> = () => Promise<T | 'unknown'>
type LookupResult<T> = T | 'unknown' | { challenge: Challenge }
/** `full`: the limit of this second is reached. Then the attempt waits for the next one. */
type AttemptResult<T> =
  | { found: LookupResult<T>; full: null }
  | { found?: never; full: { bits: number; nextInMs: number } }
type Attempt = {
  buckets: Bucket[]
  account: ThrottledAccount | undefined
  recordOf: (tries: Tries, failures: number) => LoginRecord
  boundText: string
  provenBits: number
  /** When it stops waiting. */
  deadline: number
  /** Another spelling of a code that was just counted: one typing error. */
  isRespelling: boolean
}

/** The account whose password is tried. `onFailure` gets the number of consecutive failures. */
export type ThrottledAccount = Bucket & { onFailure: (failures: number) => Promise<void> }

export type LoginRequest = {
  address: string
  /** The text that the proof of work is bound to: the voucher code's hash, or the email address or password. */
  boundText: string
  proof: Proof | null
  /** The account, if known: its wrong tries count from any network. */
  account?: ThrottledAccount
  /** The code as typed, if `boundText` is another spelling of it. */
  otherSpelling: string | null
}

/**
 * Slows guessing without locking anyone out: an attempt from a network with many wrong tries costs work, the same for a
 * right code as for a wrong one. Wrong codes are counted in the database, so that restarts and other processes change
 * nothing.
 */
export type Throttle = {
  /** The result of the lookup, or the work that this attempt costs first. */
  attempt<T>(login: LoginRequest, lookUp: Lookup<T>): Promise<LookupResult<T>>
  eraseOld(): Promise<number>
}

/**
 * For all networks together; half of the database connections stay free for signed-in users. Passwords take much CPU
 * time, so they have their own queue and never delay codes.
 */
const CODE_QUEUE = { maxRunning: 6, maxWaiting: 200 }
const PASSWORD_QUEUE = { maxRunning: 2, maxWaiting: 50 }
/** Per network, so that one network does not take the complete limit of a second. */
const NETWORK_QUEUE = { maxRunning: 10, maxWaiting: 200 }
/** The longest waiting time of an attempt, in queues and for the next second. After it, work is required. */
const MAX_WAIT_MS = 3000
/** All counts are zero by then, because they halve each minute or every five. */
const ERASED_MS = CLEANUP_RULES.tries.hours * 3_600_000

export const throttleIn = (sql: Sql, clock: Clock, config: Config): Throttle =>
  new LoginThrottle(sql, clock, config)

class LoginThrottle implements Throttle {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #freePerMinute: number
  readonly #challenges: ReturnType<typeof loginChallenges>
  readonly #perNetwork = attemptQueue(NETWORK_QUEUE)
  readonly #codes = attemptQueue(CODE_QUEUE)
  readonly #passwords = attemptQueue(PASSWORD_QUEUE)
  readonly #usedProofs = usedProofs()
  readonly #enteredCodes = enteredCodes()
  readonly #unverified = unverifiedAttempts()
  /** Attempts in progress that are not counted yet. */
  #running = 0
  /** Recent wrong codes, as of the last query. */
  #recentWrong = 0

  constructor(sql: Sql, clock: Clock, config: Config) {
    this.#sql = sql
    this.#clock = clock
    this.#freePerMinute = config.LOGIN_TRIES_PER_MINUTE
    this.#challenges = loginChallenges(config.GIFTPOINT_PEPPER, clock)
  }

  async attempt<T>(login: LoginRequest, lookUp: Lookup<T>) {
    const { proof, boundText } = login
    const provenBits = proof ? this.#challenges.provenBits(boundText, proof) : 0
    if (!proof || provenBits === 0) return this.#attemptWithProof(login, 0, lookUp)
    return this.#usedProofs.once(proof.salt, () =>
      this.#attemptWithProof(login, provenBits, lookUp),
    )
  }

  eraseOld() {
    return eraseTries(this.#sql, this.#clock.now(), ERASED_MS)
  }

  async #attemptWithProof<T>(
    login: LoginRequest,
    provenBits: number,
    lookUp: Lookup<T>,
  ): Promise<LookupResult<T>> {
    const { boundText, address, otherSpelling, account } = login
    const deadline = performance.now() + MAX_WAIT_MS
    const networks = networksOf(address).map(({ name, customers }) => ({
      name,
      free: this.#freePerMinute * customers,
    }))
    const buckets = account ? [...networks, account] : networks
    const network = networks[0]?.name ?? ''
    // A proof of work is for one guess, so a guess with one always counts.
    const isRespelling =
      provenBits === 0 &&
      otherSpelling !== null &&
      this.#enteredCodes.remove(network, otherSpelling)
    const recordOf = (tries: Tries, failures: number): LoginRecord => ({
      networks: [
        ...buckets.map(({ name, free }) => ({
          failures: Math.max(0, tries.count(name) - (isRespelling ? 1 : 0)),
          free,
        })),
        ...(account ? [accountFailures(failures)] : []),
      ],
      overall: tries.overall,
    })
    const widest = networks.at(-1)?.name ?? ''
    const requireWork = (bits: number) => ({ challenge: this.#challenges.create(boundText, bits) })
    if (!(await this.#perNetwork.acquire(widest, { hasProof: provenBits > 0, deadline })))
      return requireWork(this.#bitsOfFullQueue())
    try {
      for (;;) {
        const { found, full } = await this.#attemptOnce(
          { buckets, account, recordOf, boundText, provenBits, deadline, isRespelling },
          lookUp,
        )
        if (!full) {
          if (found === 'unknown' && provenBits === 0 && !isRespelling)
            this.#enteredCodes.add(network, boundText)
          return found
        }
        // A little after the second's end, and not all at the same moment.
        const waitMs = full.nextInMs + Math.random() * 50
        if (performance.now() + waitMs > deadline) return requireWork(full.bits)
        await pause(waitMs)
      }
    } finally {
      this.#perNetwork.release(widest)
    }
  }

  /** One database lookup, if its work and the limit per second allow it. */
  async #attemptOnce<T>(attempt: Attempt, lookUp: Lookup<T>): Promise<AttemptResult<T>> {
    const { buckets, account, recordOf, boundText, provenBits, deadline, isRespelling } = attempt
    const hasProof = provenBits > 0
    const queue = account ? this.#passwords : this.#codes
    const requireWork = (bits: number) => ({
      found: { challenge: this.#challenges.create(boundText, bits) },
      full: null,
    })
    if (!(await queue.acquire('', { hasProof, deadline })))
      return requireWork(this.#bitsOfFullQueue())
    try {
      const tries = await findTries(this.#sql, buckets, this.#clock.now())
      this.#recentWrong = tries.overall
      const failuresBefore = account ? await this.#failuresOf(account) : 0
      const record = recordOf(tries, failuresBefore)
      const needed = requiredBits(record)
      if (needed > 0 && provenBits < needed - (hasProof ? GRACE_BITS : 0))
        return requireWork(needed)

      const isClean = hasNoFailures(record)
      const limit = attemptLimit({ isClean, hasProof })
      if (tries.second.tries + this.#running >= limit) {
        const bits = bitsAboveLimit(record)
        // Without a clean record or a proof of work, the client can do the work.
        return isClean || hasProof
          ? { full: { bits, nextInMs: tries.second.endsInMs } }
          : requireWork(bits)
      }
      this.#running += 1
      try {
        const found = account ? await this.#checkPassword(account, lookUp) : await lookUp()
        if (found !== 'unknown') return { found, full: null }
        const after = await countTry(this.#sql, isRespelling ? [] : buckets, this.#clock.now())
        // Other attempts ran meanwhile, here or in other processes. Above the limit the result is withheld.
        const recordAfter = recordOf(after, account ? failuresBefore + 1 : 0)
        const isWithinFree = recordAfter.networks.every(({ failures, free }) => failures <= free)
        const isShown = (isWithinFree || hasProof) && after.second.tries <= limit
        return isShown ? { found, full: null } : requireWork(bitsAboveLimit(recordAfter))
      } finally {
        this.#running -= 1
      }
    } finally {
      queue.release('')
    }
  }

  /**
   * The attempt is counted before the password is verified. Only a complete sign-in ends consecutive failures. Above the
   * maximum of failures, the result is always "unknown".
   */
  async #checkPassword<T>(account: ThrottledAccount, lookUp: Lookup<T>): Promise<T | 'unknown'> {
    const endAttempt = this.#unverified.begin(account.name)
    try {
      const failures = await countAttempt(this.#sql, account.name, this.#clock.now())
      const found = await lookUp()
      const isCounted = found !== 'unknown' && failures <= DISABLE_AFTER_FAILURES
      if (isCounted && found !== SECOND_FACTOR_MISSING) {
        await clearFailures(this.#sql, account.name)
        return found
      }
      await account.onFailure(failures)
      return isCounted ? found : 'unknown'
    } finally {
      endAttempt()
    }
  }

  /** Attempts that are counted but not verified yet are no failures, because each may succeed. */
  async #failuresOf({ name }: ThrottledAccount) {
    const before = this.#unverified.count(name)
    const failures = await findFailures(this.#sql, name, this.#clock.now())
    return Math.max(0, failures - Math.max(before, this.#unverified.count(name)))
  }

  #bitsOfFullQueue() {
    return bitsAboveLimit({ networks: [], overall: this.#recentWrong })
  }
}

/** The number of attempts of this process that are counted but not verified yet. */
function unverifiedAttempts() {
  const counts = new Map<string, number>()
  const change = (name: string, difference: number) => {
    const count = (counts.get(name) ?? 0) + difference
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
  }
  return {
    count: (name: string) => counts.get(name) ?? 0,
    begin(name: string) {
      change(name, 1)
      return () => change(name, -1)
    },
  }
}
