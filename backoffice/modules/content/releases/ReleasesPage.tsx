import { useMemo } from 'react'

import { DeskLink } from '#backoffice/kit/router/address.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { releaseList } from '#backoffice/modules/content/releases/release-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

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
