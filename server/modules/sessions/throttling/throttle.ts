import { setTimeout as pause } from 'node:timers/promises'

import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import {
  bitsNeeded,
  bitsOfCrowd,
  GROWN_MEANWHILE_BITS,
  isClean,
  type LoginRecord,
  roomFor,
} from '#domain/sessions/login-cost.ts'
import { CLEANUP_RULES } from '#domain/privacy/clean-up-rules.ts'
import { DISABLE_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import { loginChallenges } from '#server/modules/sessions/throttling/login-challenges.ts'
import { networksOf } from '#server/http/client-networks.ts'
import {
  asCounted,
  clearFailures,
  countAttempt,
  findFailures,
} from '#server/modules/sessions/throttling/password-failures.sql.ts'
import { usedProofs } from '#server/modules/sessions/throttling/used-proofs.ts'
import { attemptQueue } from '#server/modules/sessions/throttling/attempt-queue.ts'
import { enteredCodes } from '#server/modules/sessions/throttling/entered-codes.ts'
import {
  type Counted,
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

type Look<T> = () => Promise<T | 'unknown'>
type Found<T> = T | 'unknown' | { challenge: Challenge }
type Turn<T> =
  | { found: Found<T>; full: null }
  | { found?: never; full: { bits: number; nextInMs: number } }
type Attempt = {
  counted: Counted[]
  account: ThrottledAccount | undefined
  recordOf: (tries: Tries, failures: number) => LoginRecord
  encryptedCode: string
  worth: number
  /** The deadline of its waiting time. */
  until: number
  /** Another reading of a code that was just counted: one typing error. */
  isRereading: boolean
}

/** The account whose password is tried, and the action after a failure, by the number of consecutive failures. */
export type ThrottledAccount = Counted & { onFailure: (failures: number) => Promise<void> }

export type LoginRequest = {
  address: string
  encryptedCode: string
  proof: Proof | null
  /** The account, if known: its wrong tries count from any network. */
  account?: ThrottledAccount
  /** The typed code, if this one is another reading of it. */
  readingOf: string | null
}

/**
 * Slows guessing without locking anyone out: a try from a network with many wrong tries costs work, the same for a
 * right code as for a wrong one. Wrong codes are counted in the database, so restarts and other processes change
 * nothing.
 */
export type Throttle = {
  /** The result of the lookup, or the work that this attempt costs first. */
  attempt<T>(login: LoginRequest, look: Look<T>): Promise<Found<T>>
  eraseOld(): Promise<number>
}

/**
 * For all networks together; half of the database connections stay free for signed-in users. Passwords take much CPU
 * time, so they have their own queue and never delay codes.
 */
const CODES = { atOnce: 6, mostWaiting: 200 }
const PASSWORDS = { atOnce: 2, mostWaiting: 50 }
/** Per network, so that other networks have room in the same second. */
const OF_ONE_NETWORK = { atOnce: 10, mostWaiting: 200 }
/** The longest waiting time of an attempt, in queues and for the next second, before it is asked for work. */
const PATIENCE_MS = 3000
/** No count is left by then, because counts halve each minute or every five. */
const ERASED_MS = CLEANUP_RULES.tries.hours * 3_600_000

export const throttleIn = (sql: Sql, clock: Clock, config: Config): Throttle =>
  new LoginThrottle(sql, clock, config)

class LoginThrottle implements Throttle {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #freePerMinute: number
  readonly #challenges: ReturnType<typeof loginChallenges>
  readonly #perNetwork = attemptQueue(OF_ONE_NETWORK)
  readonly #codes = attemptQueue(CODES)
  readonly #passwords = attemptQueue(PASSWORDS)
  readonly #spent = usedProofs()
  readonly #entered = enteredCodes()
  readonly #undecided = undecidedAttempts()
  /** Attempts in progress that are not counted yet. */
  #looking = 0
  /** Recent wrong codes, as of the last query. */
  #wrongOfLate = 0

  constructor(sql: Sql, clock: Clock, config: Config) {
    this.#sql = sql
    this.#clock = clock
    this.#freePerMinute = config.LOGIN_TRIES_PER_MINUTE
    this.#challenges = loginChallenges(config.GIFTPOINT_PEPPER, clock)
  }

  async attempt<T>(login: LoginRequest, look: Look<T>) {
    const { proof, encryptedCode } = login
    const worth = proof ? this.#challenges.worth(encryptedCode, proof) : 0
    if (!proof || worth === 0) return this.#admitted(login, 0, look)
    return this.#spent.once(proof.salt, () => this.#admitted(login, worth, look))
  }

  eraseOld() {
    return eraseTries(this.#sql, this.#clock.now(), ERASED_MS)
  }

  async #admitted<T>(login: LoginRequest, worth: number, look: Look<T>): Promise<Found<T>> {
    const { encryptedCode, address, readingOf, account } = login
    const until = performance.now() + PATIENCE_MS
    const networks = networksOf(address).map(({ name, customers }) => ({
      name,
      free: this.#freePerMinute * customers,
    }))
    const counted = account ? [...networks, account] : networks
    const network = networks[0]?.name ?? ''
    // A proof of work is for one guess, so a guess with one always counts.
    const isRereading = worth === 0 && readingOf !== null && this.#entered.take(network, readingOf)
    const recordOf = (tries: Tries, failures: number): LoginRecord => ({
      networks: [
        ...counted.map(({ name, free }) => ({
          failures: Math.max(0, tries.of(name) - (isRereading ? 1 : 0)),
          free,
        })),
        ...(account ? [asCounted(failures)] : []),
      ],
      overall: tries.overall,
    })
    const widest = networks.at(-1)?.name ?? ''
    const ask = (bits: number) => ({ challenge: this.#challenges.make(encryptedCode, bits) })
    if (!(await this.#perNetwork.take(widest, { worked: worth > 0, until })))
      return ask(this.#bitsOfFullQueue())
    try {
      for (;;) {
        const { found, full } = await this.#turnOf(
          { counted, account, recordOf, encryptedCode, worth, until, isRereading },
          look,
        )
        if (!full) {
          if (found === 'unknown' && worth === 0 && !isRereading)
            this.#entered.keep(network, encryptedCode)
          return found
        }
        // A little after the second's end, and not all at the same moment.
        const waits = full.nextInMs + Math.random() * 50
        if (performance.now() + waits > until) return ask(full.bits)
        await pause(waits)
      }
    } finally {
      this.#perNetwork.leave(widest)
    }
  }

  /** One database lookup, if its work and the limit per second allow it. */
  async #turnOf<T>(attempt: Attempt, look: Look<T>): Promise<Turn<T>> {
    const { counted, account, recordOf, encryptedCode, worth, until, isRereading } = attempt
    const hasProof = worth > 0
    const queue = account ? this.#passwords : this.#codes
    const askForWork = (bits: number) => ({
      found: { challenge: this.#challenges.make(encryptedCode, bits) },
      full: null,
    })
    if (!(await queue.take('', { worked: hasProof, until })))
      return askForWork(this.#bitsOfFullQueue())
    try {
      const tries = await findTries(this.#sql, counted, this.#clock.now())
      this.#wrongOfLate = tries.overall
      const before = account ? await this.#failuresOf(account) : 0
      const record = recordOf(tries, before)
      const needed = bitsNeeded(record)
      if (needed > 0 && worth < needed - (hasProof ? GROWN_MEANWHILE_BITS : 0))
        return askForWork(needed)

      const clean = isClean(record)
      const room = roomFor({ clean, worked: hasProof })
      if (tries.second.tries + this.#looking >= room) {
        const bits = bitsOfCrowd(record)
        // Without a clean record or a proof of work, the client can do the work.
        return clean || hasProof
          ? { full: { bits, nextInMs: tries.second.endsInMs } }
          : askForWork(bits)
      }
      this.#looking += 1
      try {
        const found = account ? await this.#checkPassword(account, look) : await look()
        if (found !== 'unknown') return { found, full: null }
        const after = await countTry(this.#sql, isRereading ? [] : counted, this.#clock.now())
        // Other attempts ran meanwhile, here or in other processes. Above the limit the result is withheld.
        const late = recordOf(after, account ? before + 1 : 0)
        const free = late.networks.every(({ failures, free }) => failures <= free)
        const isShown = (free || hasProof) && after.second.tries <= room
        return isShown ? { found, full: null } : askForWork(bitsOfCrowd(late))
      } finally {
        this.#looking -= 1
      }
    } finally {
      queue.leave('')
    }
  }

  /**
   * Counted before it is verified. Only a complete sign-in ends consecutive failures. An attempt beyond the limit is
   * neither correct nor half correct.
   */
  async #checkPassword<T>(account: ThrottledAccount, look: Look<T>): Promise<T | 'unknown'> {
    const done = this.#undecided.begin(account.name)
    try {
      const failures = await countAttempt(this.#sql, account.name, this.#clock.now())
      const found = await look()
      const isCounted = found !== 'unknown' && failures <= DISABLE_AFTER_FAILURES
      if (isCounted && found !== SECOND_FACTOR_MISSING) {
        await clearFailures(this.#sql, account.name)
        return found
      }
      await account.onFailure(failures)
      return isCounted ? found : 'unknown'
    } finally {
      done()
    }
  }

  /** Attempts that are counted but not verified yet are no failures, because each may succeed. */
  async #failuresOf({ name }: ThrottledAccount) {
    const before = this.#undecided.of(name)
    const failures = await findFailures(this.#sql, name, this.#clock.now())
    return Math.max(0, failures - Math.max(before, this.#undecided.of(name)))
  }

  #bitsOfFullQueue() {
    return bitsOfCrowd({ networks: [], overall: this.#wrongOfLate })
  }
}

/** The number of attempts of this process that are counted but not verified yet. */
function undecidedAttempts() {
  const counts = new Map<string, number>()
  const change = (name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
  }
  return {
    of: (name: string) => counts.get(name) ?? 0,
    begin(name: string) {
      change(name, 1)
      return () => change(name, -1)
    },
  }
}
