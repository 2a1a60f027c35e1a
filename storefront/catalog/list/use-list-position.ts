import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import {
  type ListPlace,
  storedListPosition,
  storeListPosition,
} from '#storefront/catalog/list/list-memory.ts'

/** Frames until the cards around the position are rendered with their real heights. */
const FRAMES = 8

/**
 * Stores the position in this list when a gift is opened or the page is reloaded, and restores it when the list is
 * opened again with the same search string.
 */
export function useListPosition(search: string) {
  const [place] = useState(() => storedListPosition(search))
  // Remembered also when the user returns to the gift with the browser's forward button.
  const now = useRef<Omit<ListPlace, 'anchor'>>({ search, pages: 1, opened: place?.opened ?? null })
  const restored = useRef(false)

  useLayoutEffect(() => {
    // The browser would restore the position before the gifts are there.
    history.scrollRestoration = 'manual'
    const leave = () => remember(now.current)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      history.scrollRestoration = 'auto'
      leave()
    }
  }, [])

  return {
    pages: place?.pages ?? 1,
    /** The user returns to an earlier position. */
    returns: place !== null,
    opened: useCallback((scp: string) => {
      now.current.opened = scp
      remember(now.current)
    }, []),
    /** Records the current state of the list. With the first gifts the list scrolls back to its position. */
    showing: useCallback(
      (search: string, pages: number, gifts: number) => {
        const opened = now.current.search === search ? now.current.opened : null
        now.current = { search, pages, opened }
        if (gifts === 0 || restored.current) return
        restored.current = true
        if (place?.search === search) goTo(place)
      },
      [place],
    ),
  }
}

const remember = (now: Omit<ListPlace, 'anchor'>) =>
  storeListPosition({ ...now, anchor: firstInView() }, window.scrollY)

function goTo({ scrollTop, anchor, opened }: ListPlace & { scrollTop: number }) {
  window.scrollTo(0, scrollTop)
  cardOf(opened)?.querySelector('a')?.focus({ preventScroll: true })
  if (anchor) hold(anchor, FRAMES)
}

/** Unrendered cards above have estimated heights, so the remembered card is moved to its position. */
function hold(anchor: NonNullable<ListPlace['anchor']>, frames: number) {
  const card = cardOf(anchor.scp)
  if (!card) return
  const off = card.getBoundingClientRect().top - anchor.top
  if (Math.abs(off) >= 1) window.scrollBy(0, off)
  if (frames > 0) requestAnimationFrame(() => hold(anchor, frames - 1))
}

const cardOf = (scp: string | null) =>
  scp === null ? null : document.querySelector(`[data-scp="${CSS.escape(scp)}"]`)

function firstInView(): ListPlace['anchor'] {
  for (const card of document.querySelectorAll<HTMLElement>('[data-scp]')) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0) return { scp: card.dataset['scp'] ?? '', top }
  }
  return null
}
