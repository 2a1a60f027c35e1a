import { useMemo } from 'react'

import { DeskList } from '#backoffice/list/DeskList.tsx'
import { staffList } from '#backoffice/staff/staff-list.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function StaffPage() {
  const say = useSay()
  const list = useMemo(() => staffList(say), [say])
  return <DeskList list={list} title="staff" />
}
