import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { asAsked, auditList } from '#backoffice/modules/audit/audit-list.tsx'
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
  const all = staff.permissions.includes('audit.read')
  const { data } = useQuery({ ...staffQuery('staff', { limit: 200 }), enabled: all })
  const list = useMemo(() => auditList(t, data?.items ?? []), [t, data])
  return <ListPage list={list} title="audit" exportButton={<ExportButton list={list} />} />
}

/** Exports all results of the list in the background. */
function ExportButton({ list }: { list: ReturnType<typeof auditList> }) {
  const t = useTranslate()
  const { query } = useListAddress(list)
  const make = useAction('exportAudit')
  const { sort: _, ...filters } = asAsked(query)
  return (
    <>
      <ActionButton
        icon="download"
        busy={make.busy}
        onClick={() =>
          void make
            .run(filters)
            .then((begun) => begun && navigate(`/backoffice/background-jobs/${begun.id}`))
        }
      >
        {t('export')}
      </ActionButton>
      {make.failure ? <Notice kind="bad">{make.failure}</Notice> : null}
    </>
  )
}
