import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { DeskPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { deskQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DeskList } from '#backoffice/kit/list/ListPage.tsx'
import { mediaList } from '#backoffice/modules/media/media-list.tsx'
import { UploadPictures } from '#backoffice/modules/media/UploadImages.tsx'
import { useSay } from '#backoffice/i18n/translator.tsx'

/** All pictures of the shop, and the way for new ones. */
export function MediaPage({ staff }: DeskPageProps) {
  const say = useSay()
  const channels = useQuery(deskQuery('channelNames', {}))
  const mayAdd = staff.permissions.includes('media.add')
  const list = useMemo(
    () => mediaList(say, channels.data?.items ?? [], mayAdd),
    [say, channels.data, mayAdd],
  )
  if (!mayAdd) return <DeskList list={list} title="media.title" />
  return (
    <UploadPictures main>
      {(button) => <DeskList list={list} title="media.title" acts={button} />}
    </UploadPictures>
  )
}
