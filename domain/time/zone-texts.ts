import { tagOf } from '#domain/language.ts'
import { oddityOfWallTime, wallTimeAt } from '#domain/time/zone-times.ts'

type Length = 'short' | 'whole' | 'list'

const FORMATS: Record<Exclude<Length, 'list'>, Intl.DateTimeFormatOptions> = {
  short: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  whole: { dateStyle: 'full', timeStyle: 'medium' },
}

/** The formats of a time that occurs twice, with the name of its time zone. */
const FORMATS_WITH_ZONE: typeof FORMATS = {
  short: { ...FORMATS.short, timeZoneName: 'long' },
  whole: { dateStyle: 'full', timeStyle: 'full' },
}

const dayIn = (date: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(date)

/** An hour that occurs twice shows its time zone name: '02:30 Central European Summer Time'. */
export const hourAndClock = (date: Date, zone: string, language: string): string =>
  date.toLocaleTimeString(tagOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'long',
    timeZone: zone,
  })

/** Whether the same local time occurs twice, because of a clock change. */
const isTwice = (date: Date, zone: string) =>
  oddityOfWallTime(wallTimeAt(date.getTime(), zone), zone) === 'twice'

/**
 * Formats a moment in a given time zone, not in the reader's. In lists, today is named ('today, 11:36'), and the
 * year appears only if it differs.
 */
export function momentText(
  date: Date,
  { zone, language, long, now }: { zone: string; language: string; long: Length; now: Date },
): string {
  if (long !== 'list') {
    const format = isTwice(date, zone) ? FORMATS_WITH_ZONE[long] : FORMATS[long]
    return date.toLocaleString(tagOf(language), { ...format, timeZone: zone })
  }
  const [day, today] = [dayIn(date, zone), dayIn(now, zone)]
  const time = { hour: '2-digit', minute: '2-digit' } as const
  if (day === today) {
    const todayText = new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'auto' }).format(
      0,
      'day',
    )
    return `${todayText}, ${date.toLocaleTimeString(tagOf(language), { timeZone: zone, ...time })}`
  }
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return date.toLocaleString(tagOf(language), {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    ...(sameYear ? time : { year: 'numeric' }),
  })
}
