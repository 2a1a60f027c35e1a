import { useMemo } from 'react'

import { DeskList } from '#backoffice/list/DeskList.tsx'
import { parcelList } from '#backoffice/parcels/parcel-list.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

export function ParcelsPage() {
  const say = useSay()
  const list = useMemo(() => parcelList(say), [say])
  return <DeskList list={list} title="parcel.title" />
}
