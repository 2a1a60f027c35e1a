import { useMemo } from 'react'

import { contentList } from '#backoffice/content/content-list.tsx'
import { FoundPictures } from '#backoffice/content/FoundPictures.tsx'
import { useAsked } from '#backoffice/desk-address.tsx'
import { DeskList } from '#backoffice/list/DeskList.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

/** What the shop says, everywhere: where a sentence stands, what is not translated, what is being changed. */
export function ContentPage() {
  const say = useSay()
  const [asked] = useAsked()
  const search = asked.get('search') ?? ''
  const list = useMemo(() => contentList(say, search), [say, search])
  return (
    <DeskList
      list={list}
      title="content"
      found={<FoundPictures search={search.trim()} channel={asked.get('channel')} />}
    />
  )
}
