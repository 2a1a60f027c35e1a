import { useMemo } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { deskButtonClass } from '#backoffice/parts/DeskButton.tsx'
import { supplierList } from '#backoffice/suppliers/supplier-list.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

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
