import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { useBackofficeLanguage, useSay } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'

import css from './Batches.module.css'

/** Who will be reminded, and when. */
export function Reminders({ batch }: { batch: Batch }) {
  const say = useSay()
  const { language } = useBackofficeLanguage()
  const { days, day, people, tomorrow } = batch.reminders
  return (
    <section className={css.part} aria-label={say('remindersTitle')}>
      <h2>{say('remindersTitle')}</h2>
      {days === null || day === null ? (
        <p>{say('remindNobody')}</p>
      ) : (
        <>
          <p>
            {say(people === 0 ? 'remindNoneLeft' : 'remindOn', {
              count: people,
              day: new Date(`${day}T12:00:00Z`).toLocaleDateString(tagOf(language), {
                dateStyle: 'full',
                timeZone: 'UTC',
              }),
            })}
          </p>
          {people === 0 ? null : (
            <p>
              <strong>{say('remindTomorrow', { count: tomorrow })}</strong>
            </p>
          )}
          <p className={css.soft}>{say('remindHelp')}</p>
        </>
      )}
    </section>
  )
}
