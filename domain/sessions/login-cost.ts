/**
 * How much work a try at the login costs. In bits: each doubles what a browser has to hash. The figures behind the
 * numbers stand in docs/decisions/009-sign-in.md.
 */

/** Half a second on a phone. */
export const LEAST_BITS = 18
/** Ten seconds on a phone: more is asked of nobody, whatever others do. */
export const MOST_BITS = 22
/** What was asked for when the work began may have doubled twice since: it still counts. */
export const GROWN_MEANWHILE_BITS = 2

/** Wrong codes a second that are looked at, of everybody together. */
export const OVERALL_A_SECOND = 30
/** Of these, whoever has neither a clean record nor work to show may use so many; the others find room after them. */
const ROOM = { idle: 15, worked: 20, clean: 25 }
/** Wrong codes of the last minutes, halved with each: above this, it is not typing errors any more. */
const PRESSED_FROM = 300

/** Wrong tries at the door of one colleague that cost nothing, from wherever they come. */
export const FREE_AT_ONE_DOOR = 5

export type LoginRecord = {
  /**
   * Wrong codes of late from each network around the address, and at the door that is tried where it has a name,
   * beside what may be wrong there for nothing.
   */
  networks: { failures: number; free: number }[]
  /** Of all networks together. */
  overall: number
}

export const isClean = ({ networks }: LoginRecord) =>
  networks.every(({ failures }) => failures === 0)

/** The bits that a try with this record has to show; 0 for none. */
export function bitsNeeded(record: LoginRecord): number {
  const own = bitsOfOwn(record)
  const pressure = pressureOf(record)
  if (own > 0) return Math.min(MOST_BITS, own + pressure)
  // While somebody guesses from everywhere, a few wrong codes are enough to be asked.
  return pressure > 1 && !isClean(record) ? bitsOfCrowd(record) : 0
}

/** What is asked of whoever found no room, so that he may show that it is worth something to him. */
export const bitsOfCrowd = (record: LoginRecord) =>
  Math.min(MOST_BITS, Math.max(LEAST_BITS, bitsOfOwn(record)) + pressureOf(record))

const bitsOfOwn = ({ networks }: LoginRecord) => Math.max(0, ...networks.map(bitsOfNetwork))

const bitsOfNetwork = ({ failures, free }: { failures: number; free: number }) =>
  failures < free ? 0 : LEAST_BITS + doublings(failures, free)

const pressureOf = ({ overall }: LoginRecord) =>
  overall < PRESSED_FROM ? 0 : 1 + doublings(overall, PRESSED_FROM)

const doublings = (value: number, of: number) => Math.floor(Math.log2(value / of))

/** How many wrong codes of this second may have been looked at before this try. */
export function roomFor({ clean, worked }: { clean: boolean; worked: boolean }): number {
  if (clean) return worked ? OVERALL_A_SECOND : ROOM.clean
  return worked ? ROOM.worked : ROOM.idle
}
