import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** At this distance from the end of the list, more gifts are loaded. */
const THRESHOLD_PX = 500
const ABOVE_PX = 1_000_000

/** Calls `load` near the end of the list, as long as it is `isWanted`. */
export function useLoadMore(
  end: RefObject<HTMLElement | null>,
  isWanted: boolean,
  load: () => void,
) {
  useEffect(() => {
    if (!isWanted || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load()
      },
      // A jump past the end counts as near the end too, however tall the footer.
      { rootMargin: `${ABOVE_PX}px 0px ${THRESHOLD_PX}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, isWanted, load])
}

/** Content below the list stays in place when the list grows above it. Not every browser anchors scrolling. */
export function useKeepContentBelow(end: RefObject<HTMLElement | null>, shown: number) {
  const fromBottom = useRef<number | null>(null)
  useEffect(() => {
    const measure = () => {
      const isAbove = end.current && end.current.getBoundingClientRect().bottom < 0
      fromBottom.current = isAbove ? document.documentElement.scrollHeight - window.scrollY : null
    }
    window.addEventListener('scroll', measure, { passive: true })
    return () => window.removeEventListener('scroll', measure)
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
  const [isPaused, setPaused] = useState(false)

  useEffect(() => {
    if (!isPaused) return
    const onScroll = () => {
      const isBelow = (end.current?.getBoundingClientRect().top ?? 0) >= window.innerHeight
      if (isBelow) setPaused(false)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [end, isPaused])

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !end.current || target.closest('dialog')) return
      const relation = end.current.compareDocumentPosition(target)
      setPaused(end.current.contains(target) || (relation & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [end])

  return [isPaused, setPaused] as const
}
