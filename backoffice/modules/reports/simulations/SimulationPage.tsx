import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { stateOf } from '#backoffice/modules/reports/simulations/simulation-list.tsx'
import { SeasonReport } from '#backoffice/modules/reports/simulations/SeasonReport.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Simulations.module.css'

export function SimulationPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('simulation', { id }))
  if (!data) {
    return (
      <PagePending
        title={t('simulation.one')}
        parent={{ to: '/backoffice/channels', label: t('channels') }}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  const mayReadJob = data.staff.id === staff.id || staff.role === 'owner'
  return (
    <>
      <PageHead
        title={t('simulation.of', { channel: data.channel_name })}
        parent={{
          to: `/backoffice/channels/${data.channel}/simulations`,
          label: t('simulation.title'),
        }}
        besideTitle={
          <>
            {stateOf(t, data)}{' '}
            <span className={css.soft}>
              {data.staff.name}, <DateTime at={data.made_at} />
            </span>
          </>
        }
        auditSubject={`simulation ${id}`}
      />
      <div className={css.body}>
        {data.report === null && data.work !== null && mayReadJob ? (
          <JobProgress key={data.work} id={data.work} />
        ) : null}
        {data.problem !== '' && data.state === 'failed' ? (
          <Notice kind="bad">{t('simulation.broken', { problem: data.problem })}</Notice>
        ) : null}
        {data.report ? <SeasonReport id={id} report={data.report} /> : null}
      </div>
    </>
  )
}
