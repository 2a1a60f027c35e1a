import { useMemo } from 'react'

import { attentionList } from '#backoffice/modules/tasks/task-list.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function AttentionPage({ staff }: DeskPageProps) {
  const say = useSay()
  const euros = useEuros()
  const list = useMemo(() => attentionList(say, euros, staff.role), [say, euros, staff.role])
  return <DeskList list={list} title="attention.title" />
}
