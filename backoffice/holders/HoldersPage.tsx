import { useMemo } from 'react'

import { holdersList } from '#backoffice/holders/holders-list.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function HoldersPage() {
  const say = useSay()
  const list = useMemo(() => holdersList(say), [say])
  return <DeskList list={list} title="case.holders" />
}
