import { useEffect, useState } from 'react'

/** The share of the view that a press scrolls. The last part stays visible for orientation. */
const STEP = 0.8

export type RowScroll = ReturnType<typeof useRowScroll>

/** The position of a row that scrolls sideways, and functions to scroll it. */
export function useRowScroll() {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [position, setPosition] = useState({ atStart: true, atEnd: true })

  useEffect(() => {
    if (!box) return
    const updatePosition = () => {
      const atStart = box.scrollLeft <= 1
      const atEnd = box.scrollLeft + box.clientWidth >= box.scrollWidth - 1
      setPosition((now) =>
        now.atStart === atStart && now.atEnd === atEnd ? now : { atStart, atEnd },
      )
    }
    const sizeObserver = new ResizeObserver(updatePosition)
    // The window changes the row's own width, the gifts change the width of its content.
    const observeSizes = () => {
      sizeObserver.disconnect()
      sizeObserver.observe(box)
      for (const child of box.children) sizeObserver.observe(child)
    }
    const childObserver = new MutationObserver(observeSizes)
    childObserver.observe(box, { childList: true })
    observeSizes()
    box.addEventListener('scroll', updatePosition, { passive: true })
    return () => {
      sizeObserver.disconnect()
      childObserver.disconnect()
      box.removeEventListener('scroll', updatePosition)
    }
  }, [box])

  return {
    box: setBox,
    ...position,
    isComplete: position.atStart && position.atEnd,
    move: (direction: 1 | -1) =>
      box?.scrollBy({ left: direction * STEP * box.clientWidth, behavior: 'smooth' }),
  }
}
