import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { jobName } from '#backoffice/kit/jobs/job-texts.ts'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './JobPage.module.css'

export function JobPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('backgroundJob', { id }))
  const seesOwn = staff.permissions.some((one) => one === 'audit.read' || one === 'audit.own')
  return (
    <>
      <PageHead
        title={data ? jobName(t, data.kind) : t('backgroundJobs')}
        parent={{ to: '/backoffice/background-jobs', label: t('backgroundJobs') }}
        besideTitle={
          data ? (
            <span className={css.soft}>
              {data.staff.name}, <DateTime at={data.made_at} />
            </span>
          ) : null
        }
      />
      <div className={css.body}>
        <JobProgress key={id} id={id} />
        {seesOwn ? (
          <AuditHistory title={t('history')} asked={{ subject_kind: 'work', subject_id: id }} />
        ) : null}
      </div>
    </>
  )
}
