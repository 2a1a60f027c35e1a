import { useCallback, useLayoutEffect, useState } from 'react'

import { useListPages } from '#storefront/catalog/list/use-list-pages.ts'
import { useListPosition } from '#storefront/catalog/list/use-list-position.ts'

/** The gifts of a search string: one page at first, or as many as were loaded before, and more on request. */
export function useGiftList(search: string) {
  const position = useListPosition(search)
  const [requested, setRequested] = useState({ search, pages: position.pages })
  const pages = requested.search === search ? requested.pages : 1
  const list = useListPages(search, pages)

  const { recordState } = position
  const shownGifts = list.stale ? 0 : list.gifts.length
  useLayoutEffect(
    () => recordState(search, pages, shownGifts),
    [recordState, search, pages, shownGifts],
  )

  const more = useCallback(() => setRequested({ search, pages: pages + 1 }), [search, pages])
  return {
    ...list,
    more: list.error ? list.retry : more,
    onOpen: position.onOpen,
    isReturning: position.isReturning,
  }
}

export type GiftListState = ReturnType<typeof useGiftList>
