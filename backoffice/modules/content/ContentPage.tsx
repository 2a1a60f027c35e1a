import { useMemo } from 'react'

import { contentList } from '#backoffice/modules/content/content-list.tsx'
import { FoundPictures } from '#backoffice/modules/content/editor/FoundImages.tsx'
import { useAsked } from '#backoffice/kit/router/address.tsx'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** What the shop says, everywhere: where a sentence stands, what is not translated, what is being changed. */
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
