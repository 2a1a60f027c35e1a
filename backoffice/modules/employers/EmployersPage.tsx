import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { employerList } from '#backoffice/modules/employers/employer-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function EmployersPage({ staff }: StaffPageProps) {
  const say = useSay()
  const list = useMemo(() => employerList(say), [say])
  return (
    <ListPage
      list={list}
      title="employers"
      acts={
        staff.permissions.includes('employer.write') ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/employers/new">
            {say('newEmployer')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}
