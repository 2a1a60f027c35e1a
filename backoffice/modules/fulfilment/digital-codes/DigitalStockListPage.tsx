import { useMemo } from 'react'

import { digitalList } from '#backoffice/modules/fulfilment/digital-codes/digital-stock-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function DigitalStockListPage() {
  const t = useTranslate()
  const list = useMemo(() => digitalList(t), [t])
  return <ListPage list={list} title="digital.title" />
}
