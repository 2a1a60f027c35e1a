import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { auditList } from '#backoffice/audit/audit-list.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** What everybody did, for an owner; one's own for others. */
export function AuditPage({ staff }: DeskPageProps) {
  const say = useSay()
  const all = staff.permissions.includes('audit.read')
  const { data } = useQuery({ ...deskQuery('staff', { limit: 200 }), enabled: all })
  const list = useMemo(() => auditList(say, data?.items ?? []), [say, data])
  return <DeskList list={list} title="audit" />
}
