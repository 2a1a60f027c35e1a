import { useMemo } from 'react'

import { holdersList } from '#backoffice/modules/vouchers/voucher-list.tsx'
import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function HoldersPage({ staff }: DeskPageProps) {
  const say = useSay()
  const names = staff.permissions.includes('person.show')
  const list = useMemo(() => holdersList(say, names), [say, names])
  return <DeskList list={list} title="case.holders" />
}
