import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import {
  type ListPosition,
  storedListPosition,
  storeListPosition,
} from '#storefront/catalog/list/list-memory.ts'

/** The number of frames until the cards around the position are rendered with their real heights. */
const ALIGN_FRAMES = 8

/**
 * Stores the position in this list when a gift is opened or the page is reloaded, and restores it when the list is
 * opened again with the same search string.
 */
export function useListPosition(search: string) {
  const [storedPosition] = useState(() => storedListPosition(search))
  // Kept also when the user goes to the gift again with the browser's forward button.
  const currentPosition = useRef<Omit<ListPosition, 'anchor'>>({
    search,
    pages: 1,
    opened: storedPosition?.opened ?? null,
  })
  const restored = useRef(false)

  useLayoutEffect(() => {
    // The browser would restore the position before the gifts are there.
    history.scrollRestoration = 'manual'
    const rememberCurrent = () => remember(currentPosition.current)
    window.addEventListener('pagehide', rememberCurrent)
    return () => {
      window.removeEventListener('pagehide', rememberCurrent)
      history.scrollRestoration = 'auto'
      rememberCurrent()
    }
  }, [])

  return {
    pages: storedPosition?.pages ?? 1,
    /** The user returns to an earlier position. */
    isReturning: storedPosition !== null,
    onOpen: useCallback((scp: string) => {
      currentPosition.current.opened = scp
      remember(currentPosition.current)
    }, []),
    /** Records the current state of the list. With the first gifts the list scrolls back to its position. */
    recordState: useCallback(
      (search: string, pages: number, gifts: number) => {
        const opened =
          currentPosition.current.search === search ? currentPosition.current.opened : null
        currentPosition.current = { search, pages, opened }
        if (gifts === 0 || restored.current) return
        restored.current = true
        if (storedPosition?.search === search) restorePosition(storedPosition)
      },
      [storedPosition],
    ),
  }
}

const remember = (position: Omit<ListPosition, 'anchor'>) =>
  storeListPosition({ ...position, anchor: firstVisibleCard() }, window.scrollY)

function restorePosition({ scrollTop, anchor, opened }: ListPosition & { scrollTop: number }) {
  window.scrollTo(0, scrollTop)
  cardOf(opened)?.querySelector('a')?.focus({ preventScroll: true })
  if (anchor) alignAnchor(anchor, ALIGN_FRAMES)
}

/** Unrendered cards above have estimated heights, so the remembered card is moved to its position. */
function alignAnchor(anchor: NonNullable<ListPosition['anchor']>, frames: number) {
  const card = cardOf(anchor.scp)
  if (!card) return
  const offset = card.getBoundingClientRect().top - anchor.top
  if (Math.abs(offset) >= 1) window.scrollBy(0, offset)
  if (frames > 0) requestAnimationFrame(() => alignAnchor(anchor, frames - 1))
}

const cardOf = (scp: string | null) =>
  scp === null ? null : document.querySelector(`[data-scp="${CSS.escape(scp)}"]`)

function firstVisibleCard(): ListPosition['anchor'] {
  for (const card of document.querySelectorAll<HTMLElement>('[data-scp]')) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0) return { scp: card.dataset['scp'] ?? '', top }
  }
  return null
}
