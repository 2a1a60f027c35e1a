import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { supplierList } from '#backoffice/modules/fulfilment/suppliers/supplier-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function SuppliersPage({ staff }: StaffPageProps) {
  const say = useSay()
  const list = useMemo(() => supplierList(say), [say])
  return (
    <ListPage
      list={list}
      title="supplier.title"
      acts={
        staff.permissions.includes('parcel.write') ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/suppliers/new">
            {say('supplier.new')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}
