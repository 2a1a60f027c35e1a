import { useMemo } from 'react'

import { taskList } from '#backoffice/modules/tasks/task-list.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function TasksPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const euros = useEuros()
  const list = useMemo(() => taskList(t, euros, staff.role), [t, euros, staff.role])
  return <ListPage list={list} title="task.title" />
}
