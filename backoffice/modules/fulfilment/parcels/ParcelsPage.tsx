import { useMemo } from 'react'

import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { parcelList } from '#backoffice/modules/fulfilment/parcels/parcel-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export function ParcelsPage() {
  const t = useTranslate()
  const list = useMemo(() => parcelList(t), [t])
  return <ListPage list={list} title="parcel.title" />
}
