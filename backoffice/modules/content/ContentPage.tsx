import { useMemo } from 'react'

import { contentList } from '#backoffice/modules/content/content-list.tsx'
import { FoundPictures } from '#backoffice/modules/content/editor/FoundImages.tsx'
import { useAsked } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** All content of the shop: search, missing translations and open changes. */
export function ContentPage() {
  const t = useTranslate()
  const [asked] = useAsked()
  const search = asked.get('search') ?? ''
  const list = useMemo(() => contentList(t, search), [t, search])
  return (
    <ListPage
      list={list}
      title="content"
      found={<FoundPictures search={search.trim()} channel={asked.get('channel')} />}
    />
  )
}
