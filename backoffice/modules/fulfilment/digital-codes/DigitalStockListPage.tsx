import { useMemo } from 'react'

import { digitalList } from '#backoffice/modules/fulfilment/digital-codes/digital-stock-list.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function DigitalShelvesPage() {
  const say = useSay()
  const list = useMemo(() => digitalList(say), [say])
  return <ListPage list={list} title="digital.title" />
}
