import type { Batch } from '#backoffice/modules/vouchers/batches/BatchStatus.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { tagOf } from '#domain/language.ts'

import css from './Batches.module.css'

/** Who will be reminded, and when. */
export function Reminders({ batch }: { batch: Batch }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { days, day, people, tomorrow } = batch.reminders
  return (
    <Card title={t('remindersTitle')}>
      {days === null || day === null ? (
        <p>{t('remindNobody')}</p>
      ) : (
        <>
          <p>
            {t(people === 0 ? 'remindNoneLeft' : 'remindOn', {
              count: people,
              day: new Date(`${day}T12:00:00Z`).toLocaleDateString(tagOf(language), {
                dateStyle: 'full',
                timeZone: 'UTC',
              }),
            })}
          </p>
          {tomorrow === 0 ? null : (
            <p>
              <strong>{t('remindTomorrow', { count: tomorrow })}</strong>
            </p>
          )}
          <p className={css.soft}>{t('remindHelp')}</p>
        </>
      )}
    </Card>
  )
}
