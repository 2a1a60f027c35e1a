import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { momentText } from '#domain/time/zone-texts.ts'

/**
 * A time in a named time zone, which can differ from the reader's own. `exact`: shows seconds, because an integration
 * scheduled the time to the second.
 */
export function TimeZoneDateTime({
  at,
  zone,
  exact = false,
}: {
  at: string
  zone: string
  exact?: boolean
}) {
  const { language } = useBackofficeLanguage()
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${momentIn(date, zone, language, 'whole')} (${zone})`}>
      {momentIn(date, zone, language, exact && date.getUTCSeconds() > 0 ? 'whole' : 'short')}{' '}
      <span lang="en">({zone})</span>
    </time>
  )
}

export const momentIn = (
  date: Date,
  zone: string,
  language: string,
  long: 'short' | 'whole' = 'short',
): string => momentText(date, { zone, language, long, now: date })
