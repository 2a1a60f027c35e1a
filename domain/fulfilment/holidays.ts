/** Days on which parcels are neither sent nor delivered, beside weekends. Days are 'YYYY-MM-DD'. */

const DAY_MS = 86_400_000

/** Each year on the same date. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  NL: ['01-01', '04-27', '12-25', '12-26'],
  BE: ['01-01', '05-01', '07-21', '08-15', '11-01', '11-11', '12-25'],
  LU: ['01-01', '05-01', '06-23', '08-15', '11-01', '12-25', '12-26'],
  DE: ['01-01', '05-01', '10-03', '12-25', '12-26'],
  AT: ['01-01', '01-06', '05-01', '08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
  FR: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'],
  ES: ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'],
}
const ANYWHERE: readonly string[] = ['01-01', '12-25']

const GOOD_FRIDAY = -2
const EASTER_MONDAY = 1
const ASCENSION = 39
const WHIT_MONDAY = 50

/** Days after Easter Sunday. */
const MOVING: Readonly<Record<string, readonly number[]>> = {
  NL: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  BE: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  LU: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  DE: [GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  AT: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  FR: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  ES: [GOOD_FRIDAY],
}

export function isHoliday(day: string, country: string): boolean {
  if ((FIXED[country] ?? ANYWHERE).includes(day.slice(5))) return true
  const moving = MOVING[country]
  if (!moving) return false
  const afterEaster =
    (Date.parse(`${day}T00:00:00Z`) - easterSunday(Number(day.slice(0, 4)))) / DAY_MS
  return moving.includes(afterEaster)
}

/** Butcher's algorithm for the Gregorian calendar. */
function easterSunday(year: number): number {
  const moon = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * moon + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const leap = Math.floor((moon + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * leap + 114
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1)
}
