import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { whenIdle } from '#storefront/hooks/when-idle.ts'

/** Estimated heights in pixels above the first row and of a row, on a phone and beside the filters. */
const HEIGHT_ABOVE = 300
const NARROW = { below: 600, row: 290, columns: 2 }
const WIDE = { row: 440, columns: 3 }

/** The number of cards that can be visible when a list opens. */
function visibleCards(): number {
  const { row, columns } = innerWidth < NARROW.below ? NARROW : WIDE
  return Math.max(2, Math.ceil((innerHeight - HEIGHT_ABOVE) / row)) * columns
}

/**
 * How many cards to render: the visible ones first, the others when the browser is idle. A return to a stored position
 * renders all at once.
 */
export function useFirstScreen(rendersAll: boolean): { maxCards: number; isComplete: boolean } {
  const [maxCards, setMaxCards] = useState(() => (rendersAll ? Infinity : visibleCards()))
  const isComplete = maxCards === Infinity
  useStayAtEnd(isComplete)
  useEffect(() => {
    if (isComplete) return
    // After the first cards have been painted.
    let cancel = () => {}
    const frame = requestAnimationFrame(() => {
      cancel = whenIdle(() => startTransition(() => setMaxCards(Infinity)))
    })
    return () => {
      cancelAnimationFrame(frame)
      cancel()
    }
  }, [isComplete])
  return { maxCards, isComplete }
}

/** Keeps the position of a user who jumped to the end of the page while it grew. */
function useStayAtEnd(isComplete: boolean) {
  const atEnd = useRef(false)
  useLayoutEffect(() => {
    if (isComplete) {
      if (atEnd.current) window.scrollTo(0, document.documentElement.scrollHeight)
      return
    }
    const onScroll = () => {
      const { scrollHeight } = document.documentElement
      atEnd.current = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 4
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [isComplete])
}
