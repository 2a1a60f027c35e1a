import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { employerList } from '#backoffice/modules/employers/employer-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function EmployersPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const list = useMemo(() => employerList(t), [t])
  return (
    <ListPage
      list={list}
      title="employers"
      actions={
        staff.permissions.includes('employer.write') ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/employers/new">
            {t('newEmployer')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}
