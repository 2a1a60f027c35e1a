import { useMemo } from 'react'

import { holdersList } from '#backoffice/holders/holders-list.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function HoldersPage({ staff }: DeskPageProps) {
  const say = useSay()
  const names = staff.permissions.includes('person.show')
  const list = useMemo(() => holdersList(say, names), [say, names])
  return <DeskList list={list} title="case.holders" />
}
