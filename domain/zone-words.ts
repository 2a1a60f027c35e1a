import { tagOf } from '#domain/language.ts'

type Long = 'short' | 'whole' | 'list'

const FORMS: Record<Exclude<Long, 'list'>, Intl.DateTimeFormatOptions> = {
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

const dayIn = (date: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(date)

/**
 * A moment in words, by the clocks of a zone and not by those of whoever reads. In a list the hour alone says that it
 * was today there, and the year stands where it is another.
 */
export function momentInWords(
  date: Date,
  { zone, language, long, now }: { zone: string; language: string; long: Long; now: Date },
): string {
  if (long !== 'list')
    return date.toLocaleString(tagOf(language), { ...FORMS[long], timeZone: zone })
  const [day, today] = [dayIn(date, zone), dayIn(now, zone)]
  const time = { hour: '2-digit', minute: '2-digit' } as const
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return date.toLocaleString(tagOf(language), {
    timeZone: zone,
    ...(day === today
      ? time
      : { day: 'numeric', month: 'short', ...(sameYear ? time : { year: 'numeric' }) }),
  })
}
