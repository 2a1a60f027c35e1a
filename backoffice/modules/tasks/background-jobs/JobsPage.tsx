import { useMemo } from 'react'

import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { workListOf } from '#backoffice/modules/tasks/background-jobs/job-list.tsx'

/** What is being made, and what was: one's own, and everybody's for an owner. */
export function WorkListPage() {
  const t = useTranslate()
  const list = useMemo(() => workListOf(t), [t])
  return <ListPage list={list} title="longWork" />
}
