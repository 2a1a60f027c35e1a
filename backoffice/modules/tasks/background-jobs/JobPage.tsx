import { useQuery } from '@tanstack/react-query'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { workName } from '#backoffice/kit/jobs/job-texts.ts'
import { WorkProgress } from '#backoffice/kit/jobs/JobProgress.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './JobPage.module.css'

export function WorkPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('work', { id }))
  const seesOwn = staff.permissions.some((one) => one === 'audit.read' || one === 'audit.own')
  return (
    <>
      <PageHead
        title={data ? workName(t, data.kind) : t('longWork')}
        parent={{ to: '/backoffice/background-jobs', label: t('longWork') }}
        besideTitle={
          data ? (
            <span className={css.soft}>
              {data.staff.name}, <Moment at={data.made_at} />
            </span>
          ) : null
        }
      />
      <div className={css.body}>
        <WorkProgress key={id} id={id} />
        {seesOwn ? (
          <History title={t('history')} asked={{ subject_kind: 'work', subject_id: id }} />
        ) : null}
      </div>
    </>
  )
}
