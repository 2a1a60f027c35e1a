import { useMemo } from 'react'

import { DeskList } from '#backoffice/list/DeskList.tsx'
import { runListOf } from '#backoffice/retention/retention-list.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

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
