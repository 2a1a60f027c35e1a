import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { momentOfWallTime, oddityOfWallTime } from '#domain/time/zone-times.ts'
import { hourAndClock, momentText } from '#domain/time/zone-texts.ts'

/**
 * The exact moment of a typed time. In a clock-change night the typed time may not exist, or it may occur twice, and
 * then the first one counts.
 */
export function TimeHint({
  wallTime,
  zone,
  empty,
}: {
  wallTime: string
  zone: string
  empty: string
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const moment = momentOfWallTime(wallTime, zone)
  if (moment === undefined) return empty
  const date = new Date(moment)
  const oddity = oddityOfWallTime(wallTime, zone)
  if (oddity === 'skipped') return <b>{t('release.skipped', { zone })}</b>
  if (oddity === 'twice')
    return <b>{t('release.twice', { zone, time: hourAndClock(date, zone, language) })}</b>
  return `${momentText(date, { zone, language, long: 'short', now: date })} (${zone})`
}
