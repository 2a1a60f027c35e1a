import { type Language, languages } from '#domain/language.ts'
import { withFirstDay } from '#domain/time/day-ordinal.ts'

/** When a parcel arrives: days as '2027-03-09', times as '18:00', both in the carrier's local time. */
export type DeliveryMoment =
  | { kind: 'day'; day: string }
  | { kind: 'window'; day: string; from: string; to: string }
  | { kind: 'days'; day: string; lastDay: string }

/** null if the carrier names no day. */
export function deliveryMoment({
  from,
  to,
}: {
  from: string | null
  to: string | null
}): DeliveryMoment | null {
  if (from === null || from === '') return null
  const day = from.slice(0, 10)
  const lastDay = to ? to.slice(0, 10) : day
  if (lastDay !== day) return { kind: 'days', day, lastDay }
  const [begin, end] = [from.slice(11, 16), to?.slice(11, 16) ?? '']
  if (begin === '' || end === '' || begin === end) return { kind: 'day', day }
  return { kind: 'window', day, from: begin, to: end }
}

/** 'dinsdag 9 maart': deliveries are near enough to omit the year. */
export function formatDay(day: string, language: Language): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  return withFirstDay(formatOf(language).format(date), date.getUTCDate(), language)
}

const formats = new Map<Language, Intl.DateTimeFormat>()

/** Cached: a new formatter costs as much as rendering the rest of a mail. */
function formatOf(language: Language): Intl.DateTimeFormat {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(languages[language].tag, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    })
  formats.set(language, format)
  return format
}
