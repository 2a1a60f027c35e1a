import { tagOf } from '#domain/language.ts'

/** Dates as users type them. The stored format is always '2026-12-23' or '2026-12-23T07:00'. */

const SEPARATORS = { nl: '-', en: '/', de: '.' } as const
type Language = keyof typeof SEPARATORS

/** A date in the reader's format, for display. */
export const formatDay = (language: string, day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(tagOf(language), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })

/** The day of a moment with its weekday, as a heading. */
export const longDay = (language: string, at: string, zone: string) =>
  new Date(at).toLocaleDateString(tagOf(language), {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })

export function dayText(value: string, language: Language): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?/.exec(value)
  if (!parts) return ''
  const [, year = '', month = '', day = '', time] = parts
  const date = [day, month, year].join(SEPARATORS[language])
  return time === undefined ? date : `${date} ${time}`
}

export type DayForm = {
  withTime: boolean
  /** The time for a day that is typed without a time. */
  usualTime?: string
  /** The user has left the field. */
  done: boolean
}

/**
 * Reads day, month and year in this order, or an ISO date, with any separators. undefined: not a date, or not a
 * complete date yet. While the user types, a year needs four digits and a time needs its minutes.
 */
export function readDay(
  text: string,
  { withTime, done, usualTime = '00:00' }: DayForm,
): string | undefined {
  const [first = '', second = '', third = '', ...time] = text
    .trim()
    .split(/\D+/)
    .filter((part) => part !== '')
  const isIsoDate = first.length === 4
  const [day, month, year] = isIsoDate ? [third, second, first] : [first, second, third]
  const fullYear = year.length === 2 && done ? `20${year}` : year
  if (fullYear.length !== 4 || day.length > 2 || month.length > 2) return undefined
  const moment = new Date(Date.UTC(Number(fullYear), Number(month) - 1, Number(day)))
  const exists = moment.getUTCDate() === Number(day) && moment.getUTCMonth() === Number(month) - 1
  if (!exists || Number.isNaN(moment.getTime())) return undefined
  const date = moment.toISOString().slice(0, 10)
  if (!withTime) return time.length === 0 || isIsoDate ? date : undefined
  if (time.length === 0 && done) return `${date}T${usualTime}`
  const [hours = '', minutes = done ? '0' : '', ...rest] = time
  if (hours === '' || (!done && minutes.length !== 2) || rest.some((part) => Number(part) !== 0)) {
    return undefined
  }
  if (hours.length > 2 || minutes.length > 2 || Number(hours) > 23 || Number(minutes) > 59) {
    return undefined
  }
  return `${date}T${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

/** Adds days to a date. Its time stays. */
export function daysLater(value: string, days: number): string {
  const [date = '', time] = value.split('T')
  const moment = new Date(`${date}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  const next = moment.toISOString().slice(0, 10)
  return time === undefined ? next : `${next}T${time}`
}
