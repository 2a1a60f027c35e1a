import { useQuery } from '@tanstack/react-query'

import { employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerFailure } from '#employer-portal/components/EmployerLoadError.tsx'
import { dayOf } from '#employer-portal/components/statistics-format.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import { REMIND_EVERY_DAYS } from '#domain/employers/employer-reminder.ts'

import css from '../components/EmployerPages.module.css'

/** One button per campaign; the employer does not see which recipients get the reminder. */
export function ReminderPage({ t }: EmployerPageProps) {
  const { data, error, refetch } = useQuery(employerQuery('campaigns', {}))
  if (error) return <EmployerFailure error={error} again={() => void refetch()} />
  return (
    <>
      <p className={css.soft}>{t('reminderHelp')}</p>
      <p className={css.soft}>{t('reminderTimes', { count: REMIND_EVERY_DAYS })}</p>
      {data?.items.length === 0 ? <p>{t('noCampaigns')}</p> : null}
      {data?.items.map((campaign) => (
        <Remind key={campaign.id} campaign={campaign} t={t} />
      ))}
    </>
  )
}

function Remind({
  campaign: { id, name, reminded_at, remind_from },
  t,
}: Pick<EmployerPageProps, 't'> & { campaign: EmployerAnswer<'campaigns'>['items'][number] }) {
  const { language } = useBackofficeLanguage()
  const action = useEmployerAction('remind')
  return (
    <section className={css.part} aria-label={name}>
      <h2>{name}</h2>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
      {action.done ? <Notice kind="good">{action.done}</Notice> : null}
      {reminded_at && remind_from ? (
        <p className={css.soft}>
          {t('remindedOn', {
            date: dayOf(reminded_at, language),
            next: dayOf(remind_from, language),
          })}
        </p>
      ) : null}
      {remind_from !== null ? null : (
        <div>
          <ActionButton
            look="main"
            aria-label={t('remindOf', { name })}
            busy={action.busy}
            onClick={() => void action.run({ campaign: id }, () => t('reminded', { name }))}
          >
            {t('remind')}
          </ActionButton>
        </div>
      )}
    </section>
  )
}
