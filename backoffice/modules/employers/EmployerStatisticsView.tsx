import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { FiguresTable } from '#backoffice/kit/display/StatisticsTable.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Trouble } from '#backoffice/kit/page/LoadError.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

import css from './Employers.module.css'

/** The wall as it can be shown: the very rows that the employer's own role of the database reads. */
export function EmployerSees({ employer }: { employer: string }) {
  const say = useSay()
  const { data, error, refetch } = useQuery(staffQuery('employerFigures', { id: employer }))
  return (
    <section className={css.part}>
      <h2>{say('wall.title')}</h2>
      <p className={css.soft}>{say('wall.help')}</p>
      {error && !data ? <Trouble error={error} again={() => void refetch()} /> : null}
      {data && data.items.length === 0 ? <p>{say('wall.none')}</p> : null}
      {data && data.items.length > 0 ? (
        <FiguresTable
          items={data.items}
          words={{
            campaign: say('campaigns'),
            department: say('wall.department'),
            all: say('wall.all'),
            people: say('wall.people'),
            sent: say('wall.sent'),
            bounced: say('wall.bounced'),
            came: say('wall.came'),
            ordered: say('wall.ordered'),
            points: say('wall.spent'),
            few: say('wall.few'),
            atLeast: (count) => say('wall.atLeast', { count }),
          }}
          label={say('wall.title')}
          className={css.table}
        />
      ) : null}
      {data?.made_at ? (
        <p className={css.soft}>
          {say('wall.addedUp')} <Moment at={data.made_at} />
        </p>
      ) : null}
    </section>
  )
}
