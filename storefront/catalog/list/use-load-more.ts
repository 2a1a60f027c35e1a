import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** This close to the end of the list, more gifts are loaded. */
const THRESHOLD_PX = 500
const ANYWHERE_ABOVE_PX = 1_000_000

/** Calls `load` near the end of the list, as long as it is `wanted`. */
export function useLoadMore(end: RefObject<HTMLElement | null>, wanted: boolean, load: () => void) {
  useEffect(() => {
    if (!wanted || !end.current) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load()
      },
      // A jump past the end counts as near the end too, however tall the footer.
      { rootMargin: `${ANYWHERE_ABOVE_PX}px 0px ${THRESHOLD_PX}px` },
    )
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [end, wanted, load])
}

/** Content below the list stays in place when the list grows above it. Not every browser anchors scrolling. */
export function useKeepContentBelow(end: RefObject<HTMLElement | null>, shown: number) {
  const fromBottom = useRef<number | null>(null)
  useEffect(() => {
    const look = () => {
      const past = end.current && end.current.getBoundingClientRect().bottom < 0
      fromBottom.current = past ? document.documentElement.scrollHeight - window.scrollY : null
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [end])
  useLayoutEffect(() => {
    if (fromBottom.current === null) return
    window.scrollTo(0, document.documentElement.scrollHeight - fromBottom.current)
  }, [shown])
}

/**
 * Whether the list stops loading more, because the user wants to reach the content below it: the focus is at its end
 * or beyond, or the user jumped to the end. Loading continues once the end is below the viewport again or the focus
 * is in the list.
 */
export function usePauseLoading(end: RefObject<HTMLElement | null>) {
  const [held, hold] = useState(false)

  useEffect(() => {
    if (!held) return
    const onScroll = () => {
      const below = (end.current?.getBoundingClientRect().top ?? 0) >= window.innerHeight
      if (below) hold(false)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [end, held])

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !end.current || target.closest('dialog')) return
      const place = end.current.compareDocumentPosition(target)
      hold(end.current.contains(target) || (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [end])

  return [held, hold] as const
}
