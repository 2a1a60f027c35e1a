import { useMemo } from 'react'

import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { jobList } from '#backoffice/modules/tasks/background-jobs/job-list.tsx'

/** Background jobs: the user's own, or all for an owner. */
export function JobsPage() {
  const t = useTranslate()
  const list = useMemo(() => jobList(t), [t])
  return <ListPage list={list} title="backgroundJobs" />
}
