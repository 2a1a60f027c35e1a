import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { whenIdle } from '#storefront/hooks/when-idle.ts'

/** The heights above the first row and of a row, on a phone and beside the filters. */
const ABOVE = 300
const NARROW = { below: 600, row: 290, columns: 2 }
const WIDE = { row: 440, columns: 3 }

/** The number of cards that can be visible when a list opens. */
function inView(): number {
  const { row, columns } = innerWidth < NARROW.below ? NARROW : WIDE
  return Math.max(2, Math.ceil((innerHeight - ABOVE) / row)) * columns
}

/**
 * How many cards to render: those in view first, the others when the browser is idle. A return to a position further
 * down renders all at once.
 */
export function useFirstScreen(atOnce: boolean): { most: number; isComplete: boolean } {
  const [most, setMost] = useState(() => (atOnce ? Infinity : inView()))
  const isComplete = most === Infinity
  useStaysAtEnd(isComplete)
  useEffect(() => {
    if (isComplete) return
    // After what was drawn has been painted.
    let cancel = () => {}
    const frame = requestAnimationFrame(() => {
      cancel = whenIdle(() => startTransition(() => setMost(Infinity)))
    })
    return () => {
      cancelAnimationFrame(frame)
      cancel()
    }
  }, [isComplete])
  return { most, isComplete }
}

/** Keeps the position of a user who jumped to the end of the page while it grew. */
function useStaysAtEnd(isComplete: boolean) {
  const atEnd = useRef(false)
  useLayoutEffect(() => {
    if (isComplete) {
      if (atEnd.current) window.scrollTo(0, document.documentElement.scrollHeight)
      return
    }
    const look = () => {
      const { scrollHeight } = document.documentElement
      atEnd.current = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 4
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [isComplete])
}
