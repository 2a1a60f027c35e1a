import { useDeskLanguage } from '#backoffice/words/desk-words.tsx'

/** By the clocks of a zone, which is named: those of whoever reads it may show another time. */
export function ZoneMoment({ at, zone }: { at: string; zone: string }) {
  const { language } = useDeskLanguage()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={date.toLocaleString(language, { dateStyle: 'full', timeStyle: 'long' })}
    >
      {momentIn(date, zone, language)} <span lang="en">({zone})</span>
    </time>
  )
}

export const momentIn = (date: Date, zone: string, language: string): string =>
  date.toLocaleString(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  })
