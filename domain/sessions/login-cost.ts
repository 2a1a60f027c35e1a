/**
 * The proof of work that a login attempt costs, in bits: each bit doubles the hashes. The measurements are in
 * docs/decisions/009-sign-in.md.
 */

/** Half a second on a phone. */
export const MIN_BITS = 18
/** Ten seconds on a phone. This is the maximum, whatever other clients do. */
export const MAX_BITS = 22
/** The difficulty may double twice while a client computes: a proof with this many bits less is still accepted. */
export const GRACE_BITS = 2

/** Maximum number of wrong codes checked per second, for all clients together. */
export const MAX_PER_SECOND = 30
/**
 * Up to this many wrong codes in a second, an attempt is still checked: with recent failures, with failures and a proof of
 * work, and without failures. Without failures and with a proof it is `MAX_PER_SECOND`.
 */
const PER_SECOND = { withFailures: 15, withProof: 20, clean: 25 }
/** From this many recent wrong codes of all networks, the shop is under attack. The count halves each minute. */
const ATTACK_FROM = 300

/** Failed attempts per staff account without proof of work, from all networks together. */
export const FREE_PER_ACCOUNT = 5

export type LoginRecord = {
  /**
   * Recent failures of each network that contains the address, and of the account if one is tried. `free`: how many of
   * them are free.
   */
  networks: { failures: number; free: number }[]
  /** Failures of all networks together. */
  overall: number
}

export const hasNoFailures = ({ networks }: LoginRecord) =>
  networks.every(({ failures }) => failures === 0)

/** The proof of work that an attempt with this record needs, in bits; 0 for none. */
export function requiredBits(record: LoginRecord): number {
  const bits = ownBits(record)
  const extraBits = attackBits(record)
  if (bits > 0) return Math.min(MAX_BITS, bits + extraBits)
  // During a distributed attack, a single recent failure is enough to require work.
  return extraBits > 1 && !hasNoFailures(record) ? bitsAboveLimit(record) : 0
}

/** The proof of work, in bits, that lets an attempt be checked although the limit of the second is reached. */
export const bitsAboveLimit = (record: LoginRecord) =>
  Math.min(MAX_BITS, Math.max(MIN_BITS, ownBits(record)) + attackBits(record))

const ownBits = ({ networks }: LoginRecord) => Math.max(0, ...networks.map(networkBits))

const networkBits = ({ failures, free }: { failures: number; free: number }) =>
  failures < free ? 0 : MIN_BITS + doublings(failures, free)

const attackBits = ({ overall }: LoginRecord) =>
  overall < ATTACK_FROM ? 0 : 1 + doublings(overall, ATTACK_FROM)

const doublings = (value: number, start: number) => Math.floor(Math.log2(value / start))

/** Up to how many wrong codes in the current second an attempt is checked. */
export function attemptLimit({
  isClean,
  hasProof,
}: {
  isClean: boolean
  hasProof: boolean
}): number {
  if (isClean) return hasProof ? MAX_PER_SECOND : PER_SECOND.clean
  return hasProof ? PER_SECOND.withProof : PER_SECOND.withFailures
}
