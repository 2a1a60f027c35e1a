import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { WideTable } from '#backoffice/kit/tables/WideTable.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import type { Figure } from '#employer-portal/components/statistics-format.ts'
import { classNames } from '#ui/lib/class-names.ts'

import tables from '../../components/EmployerPages.module.css'
import css from './CampaignReport.module.css'

/** Departments with enough people, with a bar for the share that has activated. */
export function DepartmentsTable({
  departments,
  t,
}: Pick<EmployerPageProps, 't'> & { departments: readonly Figure[] }) {
  const { language } = useBackofficeLanguage()
  const numberOrDash = (value: number | null) => value?.toLocaleString(language) ?? '–'
  return (
    <section className={css.departments}>
      <h3>{t('departments')}</h3>
      <WideTable
        label={t('departments')}
        head={[t('department'), t('peopleCount'), t('came'), t('ordered'), t('pointsSpent')]}
        className={classNames(tables.table, tables.stacked, css.numbers)}
      >
        {departments.map(({ department, people, came, ordered, spent_points }) => (
          <tr key={department}>
            <th scope="row">
              {department}
              <span className={css.bar} aria-hidden="true">
                <i style={{ inlineSize: `${(100 * (came ?? 0)) / people}%` }} />
              </span>
            </th>
            <td data-label={t('peopleCount')}>{numberOrDash(people)}</td>
            <td data-label={t('came')}>{numberOrDash(came)}</td>
            <td data-label={t('ordered')}>{numberOrDash(ordered)}</td>
            <td data-label={t('pointsSpent')}>{numberOrDash(spent_points)}</td>
          </tr>
        ))}
      </WideTable>
    </section>
  )
}
