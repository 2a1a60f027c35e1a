import { useCallback, useLayoutEffect, useState } from 'react'

import { useListPages } from '#storefront/catalog/list/use-list-pages.ts'
import { useListPosition } from '#storefront/catalog/list/use-list-position.ts'

/** The gifts of a search string: one page at first, or as many as were loaded before, and more on request. */
export function useGiftList(search: string) {
  const place = useListPosition(search)
  const [asked, setAsked] = useState({ search, pages: place.pages })
  const pages = asked.search === search ? asked.pages : 1
  const list = useListPages(search, pages)

  const { showing } = place
  const shown = list.stale ? 0 : list.gifts.length
  useLayoutEffect(() => showing(search, pages, shown), [showing, search, pages, shown])

  const more = useCallback(() => setAsked({ search, pages: pages + 1 }), [search, pages])
  return {
    ...list,
    more: list.error ? list.retry : more,
    opened: place.opened,
    returns: place.returns,
  }
}

export type GiftListState = ReturnType<typeof useGiftList>
