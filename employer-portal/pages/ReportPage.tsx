import { useQuery } from '@tanstack/react-query'

import { employerQuery } from '#employer-portal/api/portal-client.ts'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { EmployerFailure } from '#employer-portal/components/EmployerLoadError.tsx'
import { MetricsTable } from '#backoffice/kit/display/StatisticsTable.tsx'
import { dayOf } from '#employer-portal/components/statistics-format.ts'
import { useTableWords } from '#employer-portal/components/use-table-texts.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { employerPaths } from '#contract/paths.employer.ts'

import css from '../components/EmployerPages.module.css'

/** All figures as a table and as a file. */
export function ReportPage({ t }: EmployerPageProps) {
  const { language } = useBackofficeLanguage()
  const words = useTableWords()
  const { data, error, refetch } = useQuery(employerQuery('figures', {}))
  if (error) return <EmployerFailure error={error} again={() => void refetch()} />
  if (!data) return null
  return (
    <>
      <p className={css.soft}>{t('reportHelp')}</p>
      {data.items.length === 0 ? <p>{t('noReports')}</p> : null}
      {data.items.length > 0 ? (
        <>
          <p>
            <a className={actionButtonClass('main')} href={employerPaths.report.path} download>
              {t('download')}
            </a>
          </p>
          <MetricsTable
            items={data.items}
            words={words}
            label={t('report')}
            className={css.table}
          />
        </>
      ) : null}
      {data.made_at ? (
        <p className={css.soft}>{t('figuresOf', { date: dayOf(data.made_at, language) })}</p>
      ) : null}
    </>
  )
}
