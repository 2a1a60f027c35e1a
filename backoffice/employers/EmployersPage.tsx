import { useMemo } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { employerList } from '#backoffice/employers/employer-list.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

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
