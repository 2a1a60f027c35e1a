import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { mediaList } from '#backoffice/modules/media/media-list.tsx'
import { UploadImages } from '#backoffice/modules/media/UploadImages.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The image library, with uploads for users who may add images. */
export function MediaPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const channels = useQuery(staffQuery('channelNames', {}))
  const mayAdd = staff.permissions.includes('media.add')
  const list = useMemo(
    () => mediaList(t, channels.data?.items ?? [], mayAdd),
    [t, channels.data, mayAdd],
  )
  if (!mayAdd) return <ListPage list={list} title="media.title" />
  return (
    <UploadImages main>
      {(button) => <ListPage list={list} title="media.title" actions={button} />}
    </UploadImages>
  )
}
