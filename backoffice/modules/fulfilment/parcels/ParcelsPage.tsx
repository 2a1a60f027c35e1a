import { useMemo } from 'react'

import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { parcelList } from '#backoffice/modules/fulfilment/parcels/parcel-list.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

export function ParcelsPage() {
  const say = useSay()
  const list = useMemo(() => parcelList(say), [say])
  return <ListPage list={list} title="parcel.title" />
}
