import { useMemo } from 'react'

import { approvalsList } from '#backoffice/approvals/approvals-list.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function ApprovalsPage() {
  const say = useSay()
  const list = useMemo(() => approvalsList(say), [say])
  return <DeskList list={list} title="approval.title" />
}
