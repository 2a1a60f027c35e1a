import { useState } from 'react'

import { useDeskLanguage } from '#backoffice/words/desk-words.tsx'

/** Short: today only the hour. The whole moment, with its zone, on a long look. */
export function Moment({ at }: { at: string }) {
  const { language } = useDeskLanguage()
  const date = new Date(at)
  const [now] = useState(() => new Date())
  const sameDay = date.toDateString() === now.toDateString()
  const sameYear = date.getFullYear() === now.getFullYear()
  const short = date.toLocaleString(
    language,
    sameDay
      ? { hour: '2-digit', minute: '2-digit' }
      : {
          day: 'numeric',
          month: 'short',
          ...(sameYear ? { hour: '2-digit', minute: '2-digit' } : { year: 'numeric' }),
        },
  )
  const whole = date.toLocaleString(language, {
    dateStyle: 'full',
    timeStyle: 'long',
  })
  return (
    <time dateTime={at} title={whole}>
      {short}
    </time>
  )
}
