import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { releaseList } from '#backoffice/modules/content/releases/release-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function ReleasesPage({ staff }: StaffPageProps) {
  const say = useSay()
  const list = useMemo(() => releaseList(say), [say])
  return (
    <ListPage
      list={list}
      title="releases"
      acts={
        staff.permissions.includes('content.write') ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/releases/new">
            {say('release.new')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}
