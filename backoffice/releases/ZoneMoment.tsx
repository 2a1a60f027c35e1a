import { useDeskLanguage } from '#backoffice/words/desk-words.tsx'
import { momentInWords } from '#domain/zone-words.ts'

/** By the clocks of a zone, which is named: those of whoever reads it may show another time. */
export function ZoneMoment({ at, zone }: { at: string; zone: string }) {
  const { language } = useDeskLanguage()
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${momentIn(date, zone, language, 'whole')} (${zone})`}>
      {momentIn(date, zone, language)} <span lang="en">({zone})</span>
    </time>
  )
}

export const momentIn = (
  date: Date,
  zone: string,
  language: string,
  long: 'short' | 'whole' = 'short',
): string => momentInWords(date, { zone, language, long, now: date })
