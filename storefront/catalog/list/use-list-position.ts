import { useCallback, useLayoutEffect, useRef, useState } from 'react'

import {
  type ListPlace,
  storedListPosition,
  storeListPosition,
} from '#storefront/catalog/list/list-memory.ts'

/** So many frames the cards around the place need to be drawn and to take their real heights. */
const FRAMES = 8

/**
 * Where the holder was in this list: remembered on the way to a gift and on a reload, found again when the list
 * comes back with the same search string.
 */
export function useListPosition(search: string) {
  const [place] = useState(() => storedListPosition(search))
  // Who goes forth to the gift again, without a click, comes back to it again.
  const now = useRef<Omit<ListPlace, 'anchor'>>({ search, pages: 1, opened: place?.opened ?? null })
  const restored = useRef(false)

  useLayoutEffect(() => {
    // The browser's own guess comes before the gifts do.
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

/** Cards above that are not drawn have guessed heights: the one that was seen is put where it was. */
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
