import { useMemo } from 'react'

import { approvalsList } from '#backoffice/modules/approvals/approval-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function ApprovalsPage() {
  const say = useSay()
  const list = useMemo(() => approvalsList(say), [say])
  return <ListPage list={list} title="approval.title" />
}
