import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageBody } from '#backoffice/kit/page/PageBody.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { jobName } from '#backoffice/kit/jobs/job-texts.ts'
import { JobProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function JobPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('backgroundJob', { id }))
  const mayReadAudit = staff.permissions.some(
    (permission) => permission === 'audit.read' || permission === 'audit.own',
  )
  return (
    <>
      <PageHead
        title={data ? jobName(t, data.kind) : t('backgroundJobs')}
        parent={{ to: '/backoffice/background-jobs', label: t('backgroundJobs') }}
        facts={
          data ? (
            <span>
              {data.staff.name}, <DateTime at={data.made_at} />
            </span>
          ) : null
        }
      />
      <PageBody width="form">
        <Card title={t('jobProgress')}>
          <JobProgress key={id} id={id} />
        </Card>
        {mayReadAudit ? (
          <AuditHistory
            title={t('history')}
            query={{ subject_kind: 'background-job', subject_id: id }}
          />
        ) : null}
      </PageBody>
    </>
  )
}
