import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { toAuditQuery, auditList } from '#backoffice/modules/audit/audit-list.tsx'
import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Owners see all actions. Other staff see their own. */
export function AuditPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const canReadAll = staff.permissions.includes('audit.read')
  const { data } = useQuery({ ...staffQuery('staff', { limit: 200 }), enabled: canReadAll })
  const list = useMemo(() => auditList(t, data?.items ?? []), [t, data])
  return <ListPage list={list} title="audit" exportButton={<ExportButton list={list} />} />
}

/** Exports all results of the list in the background. */
function ExportButton({ list }: { list: ReturnType<typeof auditList> }) {
  const t = useTranslate()
  const { query } = useListAddress(list)
  const exportAudit = useAction('exportAudit')
  const { sort: _, ...filters } = toAuditQuery(query)
  return (
    <>
      <ActionButton
        icon="download"
        busy={exportAudit.busy}
        onClick={() =>
          void exportAudit
            .run(filters)
            .then((job) => job && navigate(`/backoffice/background-jobs/${job.id}`))
        }
      >
        {t('export')}
      </ActionButton>
      {exportAudit.failure ? <Notice kind="bad">{exportAudit.failure}</Notice> : null}
    </>
  )
}
