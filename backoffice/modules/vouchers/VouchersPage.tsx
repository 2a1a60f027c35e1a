import { useMemo } from 'react'

import { voucherList } from '#backoffice/modules/vouchers/voucher-list.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function VouchersPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const canSearchNames = staff.permissions.includes('personal-data.view')
  const showsEmployers = staff.permissions.includes('employer.read')
  const list = useMemo(
    () => voucherList(t, { canSearchNames, showsEmployers }),
    [t, canSearchNames, showsEmployers],
  )
  return <ListPage list={list} title="voucher.holders" />
}
