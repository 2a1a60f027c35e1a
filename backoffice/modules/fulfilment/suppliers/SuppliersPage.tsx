import { useMemo } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { supplierList } from '#backoffice/modules/fulfilment/suppliers/supplier-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function SuppliersPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const list = useMemo(() => supplierList(t), [t])
  return (
    <ListPage
      list={list}
      title="supplier.title"
      actions={
        staff.permissions.includes('parcel.write') ? (
          <BackofficeLink className={actionButtonClass('main')} to="/backoffice/suppliers/new">
            {t('supplier.new')}
          </BackofficeLink>
        ) : null
      }
    />
  )
}
