import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FiguresTable } from '#backoffice/kit/display/StatisticsTable.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Trouble } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Employers.module.css'

/** The wall as it can be shown: the very rows that the employer's own role of the database reads. */
export function EmployerSees({ employer }: { employer: string }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('employerFigures', { id: employer }))
  return (
    <section className={css.part}>
      <h2>{t('wall.title')}</h2>
      <p className={css.soft}>{t('wall.help')}</p>
      {error && !data ? <Trouble error={error} again={() => void refetch()} /> : null}
      {data && data.items.length === 0 ? <p>{t('wall.none')}</p> : null}
      {data && data.items.length > 0 ? (
        <FiguresTable
          items={data.items}
          words={{
            campaign: t('campaigns'),
            department: t('wall.department'),
            all: t('wall.all'),
            people: t('wall.people'),
            sent: t('wall.sent'),
            bounced: t('wall.bounced'),
            came: t('wall.came'),
            ordered: t('wall.ordered'),
            points: t('wall.spent'),
            few: t('wall.few'),
            atLeast: (count) => t('wall.atLeast', { count }),
          }}
          label={t('wall.title')}
          className={css.table}
        />
      ) : null}
      {data?.made_at ? (
        <p className={css.soft}>
          {t('wall.addedUp')} <Moment at={data.made_at} />
        </p>
      ) : null}
    </section>
  )
}
