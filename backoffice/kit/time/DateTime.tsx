import { useState } from 'react'

import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'
import { momentText } from '#domain/time/zone-texts.ts'

/** Hours and minutes, below a heading with the day. The tooltip shows the full date, time and zone. */
export function ClockTime({ at, zone }: { at: string; zone: string }) {
  const { language } = useBackofficeLanguage()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={date.toLocaleString(tagOf(language), {
        timeZone: zone,
        dateStyle: 'full',
        timeStyle: 'long',
      })}
    >
      {date.toLocaleTimeString(tagOf(language), {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
      })}
    </time>
  )
}

/**
 * Short, in the time zone of the channel. The tooltip shows the full date, time and zone.
 */
export function DateTime({ at, channel }: { at: string; channel?: string | null | undefined }) {
  const { language } = useBackofficeLanguage()
  const zone = useTimeZone(channel)
  const date = new Date(at)
  const [now] = useState(() => new Date())
  const options = { zone, language, now }
  return (
    <time dateTime={at} title={`${momentText(date, { ...options, long: 'whole' })} (${zone})`}>
      {momentText(date, { ...options, long: 'list' })}
    </time>
  )
}
