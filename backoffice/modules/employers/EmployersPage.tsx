import { useMemo } from 'react'

import { DeskLink } from '#backoffice/kit/router/address.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { employerList } from '#backoffice/modules/employers/employer-list.tsx'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function EmployersPage({ staff }: DeskPageProps) {
  const say = useSay()
  const list = useMemo(() => employerList(say), [say])
  return (
    <DeskList
      list={list}
      title="employers"
      acts={
        staff.permissions.includes('employer.write') ? (
          <DeskLink className={deskButtonClass('main')} to="/desk/employers/new">
            {say('newEmployer')}
          </DeskLink>
        ) : null
      }
    />
  )
}
