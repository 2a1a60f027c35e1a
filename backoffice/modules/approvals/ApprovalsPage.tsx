import { useMemo } from 'react'

import { approvalsList } from '#backoffice/modules/approvals/approval-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function ApprovalsPage() {
  const t = useTranslate()
  const list = useMemo(() => approvalsList(t), [t])
  return <ListPage list={list} title="approval.title" />
}
