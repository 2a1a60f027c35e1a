import { useMemo } from 'react'

import { digitalList } from '#backoffice/digital/digital-list.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function DigitalShelvesPage() {
  const say = useSay()
  const list = useMemo(() => digitalList(say), [say])
  return <DeskList list={list} title="digital.title" />
}
