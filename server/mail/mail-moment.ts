import { languages } from '#domain/language.ts'
import type { MailVoice } from '#server/mail/mail-words.ts'

/** By Dutch clocks, like every deadline that is told of. */
export function mailMoment(at: Date, { language, date }: Pick<MailVoice, 'language' | 'date'>) {
  const time = new Intl.DateTimeFormat(languages[language].tag, {
    timeZone: 'Europe/Amsterdam',
    hour: '2-digit',
    minute: '2-digit',
  })
  return { date: date(at.toISOString()), time: time.format(at) }
}
