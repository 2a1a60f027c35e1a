import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { StatisticsTable } from '#backoffice/kit/display/StatisticsTable.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Employers.module.css'

/** The wall as it can be shown: the very rows that the employer's own role of the database reads. */
export function EmployerSees({ employer }: { employer: string }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('employerStatistics', { id: employer }))
  return (
    <section className={css.part}>
      <h2>{t('employerView.title')}</h2>
      <p className={css.soft}>{t('employerView.help')}</p>
      {error && !data ? <LoadFailure error={error} again={() => void refetch()} /> : null}
      {data && data.items.length === 0 ? <p>{t('employerView.none')}</p> : null}
      {data && data.items.length > 0 ? (
        <StatisticsTable
          items={data.items}
          words={{
            campaign: t('campaigns'),
            department: t('employerView.department'),
            all: t('employerView.all'),
            people: t('employerView.people'),
            sent: t('employerView.sent'),
            bounced: t('employerView.bounced'),
            came: t('employerView.came'),
            ordered: t('employerView.ordered'),
            points: t('employerView.spent'),
            few: t('employerView.few'),
            atLeast: (count) => t('employerView.atLeast', { count }),
          }}
          label={t('employerView.title')}
          className={css.table}
        />
      ) : null}
      {data?.made_at ? (
        <p className={css.soft}>
          {t('employerView.addedUp')} <DateTime at={data.made_at} />
        </p>
      ) : null}
    </section>
  )
}
