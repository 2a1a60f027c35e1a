/**
 * The proof of work that a login attempt costs, in bits: each bit doubles the hashes. The measurements are in
 * docs/decisions/009-sign-in.md.
 */

/** Half a second on a phone. */
export const LEAST_BITS = 18
/** Ten seconds on a phone. This is the maximum, whatever other clients do. */
export const MOST_BITS = 22
/** The difficulty may double twice while a client works. Its proof is still valid. */
export const GROWN_MEANWHILE_BITS = 2

/** Maximum number of wrong codes checked per second, for all clients together. */
export const OVERALL_A_SECOND = 30
/** Requests per second for clients without a clean record and without a proof of work. The others have more. */
const ROOM = { idle: 15, worked: 20, clean: 25 }
/** Wrong codes of the last minutes, halved each minute. Above this number they are no longer typing errors. */
const PRESSED_FROM = 300

/** Failed attempts per staff account without proof of work, from all networks together. */
export const FREE_PER_ACCOUNT = 5

export type LoginRecord = {
  /**
   * Recent failures of each network that contains the address, and of the account if it has a name, with the number
   * of free failures.
   */
  networks: { failures: number; free: number }[]
  /** Failures of all networks together. */
  overall: number
}

export const isClean = ({ networks }: LoginRecord) =>
  networks.every(({ failures }) => failures === 0)

/** The bits that a try with this record must show; 0 for none. */
export function bitsNeeded(record: LoginRecord): number {
  const own = bitsOfOwn(record)
  const pressure = pressureOf(record)
  if (own > 0) return Math.min(MOST_BITS, own + pressure)
  // During a distributed attack, a single recent failure is enough to require work.
  return pressure > 1 && !isClean(record) ? bitsOfCrowd(record) : 0
}

/** The work required from a client beyond the limit, to get a place. */
export const bitsOfCrowd = (record: LoginRecord) =>
  Math.min(MOST_BITS, Math.max(LEAST_BITS, bitsOfOwn(record)) + pressureOf(record))

const bitsOfOwn = ({ networks }: LoginRecord) => Math.max(0, ...networks.map(bitsOfNetwork))

const bitsOfNetwork = ({ failures, free }: { failures: number; free: number }) =>
  failures < free ? 0 : LEAST_BITS + doublings(failures, free)

const pressureOf = ({ overall }: LoginRecord) =>
  overall < PRESSED_FROM ? 0 : 1 + doublings(overall, PRESSED_FROM)

const doublings = (value: number, of: number) => Math.floor(Math.log2(value / of))

/** The number of wrong codes in this second up to which this try is checked. */
export function roomFor({ clean, worked }: { clean: boolean; worked: boolean }): number {
  if (clean) return worked ? OVERALL_A_SECOND : ROOM.clean
  return worked ? ROOM.worked : ROOM.idle
}
