import { useMemo } from 'react'

import { DeskLink } from '#backoffice/kit/router/address.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { deskButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { supplierList } from '#backoffice/modules/fulfilment/suppliers/supplier-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function SuppliersPage({ staff }: DeskPageProps) {
  const say = useSay()
  const list = useMemo(() => supplierList(say), [say])
  return (
    <DeskList
      list={list}
      title="supplier.title"
      acts={
        staff.permissions.includes('parcel.write') ? (
          <DeskLink className={deskButtonClass('main')} to="/desk/suppliers/new">
            {say('supplier.new')}
          </DeskLink>
        ) : null
      }
    />
  )
}
