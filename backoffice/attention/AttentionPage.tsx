import { useMemo } from 'react'

import { attentionList } from '#backoffice/attention/attention-list.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useEuros } from '#backoffice/parts/use-euros.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function AttentionPage({ staff }: DeskPageProps) {
  const say = useSay()
  const euros = useEuros()
  const list = useMemo(() => attentionList(say, euros, staff.role), [say, euros, staff.role])
  return <DeskList list={list} title="attention.title" />
}
