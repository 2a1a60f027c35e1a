import { useMemo } from 'react'

import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { runListOf } from '#backoffice/modules/privacy/retention-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function RetentionRunsPage() {
  const say = useSay()
  const list = useMemo(() => runListOf(say), [say])
  return (
    <DeskList
      list={list}
      title="retentionRuns"
      up={{ to: '/desk/retention', word: say('retention') }}
    />
  )
}
