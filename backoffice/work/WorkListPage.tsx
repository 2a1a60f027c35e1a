import { useMemo } from 'react'

import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import { workListOf } from '#backoffice/work/work-list.tsx'

/** What is being made, and what was: one's own, and everybody's for an owner. */
export function WorkListPage() {
  const say = useSay()
  const list = useMemo(() => workListOf(say), [say])
  return <DeskList list={list} title="longWork" />
}
