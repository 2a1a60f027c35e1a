import { useMemo } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { releaseList } from '#backoffice/releases/release-list.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function ReleasesPage({ staff }: DeskPageProps) {
  const say = useSay()
  const list = useMemo(() => releaseList(say), [say])
  return (
    <DeskList
      list={list}
      title="releases"
      acts={
        staff.permissions.includes('content.write') ? (
          <DeskLink className={deskButtonClass('main')} to="/desk/releases/new">
            {say('release.new')}
          </DeskLink>
        ) : null
      }
    />
  )
}
