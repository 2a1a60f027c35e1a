import { useMemo } from 'react'

import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { runListOf } from '#backoffice/modules/privacy/retention-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function RetentionRunsPage() {
  const say = useSay()
  const list = useMemo(() => runListOf(say), [say])
  return (
    <ListPage
      list={list}
      title="retentionRuns"
      up={{ to: '/backoffice/retention', word: say('retention') }}
    />
  )
}
