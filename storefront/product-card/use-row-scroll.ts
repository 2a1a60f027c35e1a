import { useEffect, useState } from 'react'

/** The share of the view that a press scrolls. The last part stays visible for orientation. */
const STEP = 0.8

export type RowPlace = ReturnType<typeof useRowScroll>

/** The position of a row that scrolls sideways, and functions to scroll it. */
export function useRowScroll() {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState({ atStart: true, atEnd: true })

  useEffect(() => {
    if (!box) return
    const look = () => {
      const atStart = box.scrollLeft <= 1
      const atEnd = box.scrollLeft + box.clientWidth >= box.scrollWidth - 1
      setPlace((now) => (now.atStart === atStart && now.atEnd === atEnd ? now : { atStart, atEnd }))
    }
    const size = new ResizeObserver(look)
    // The window changes the row's own width, the gifts change the width of its content.
    const follow = () => {
      size.disconnect()
      size.observe(box)
      for (const child of box.children) size.observe(child)
    }
    const children = new MutationObserver(follow)
    children.observe(box, { childList: true })
    follow()
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      children.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [box])

  return {
    box: setBox,
    ...place,
    whole: place.atStart && place.atEnd,
    move: (direction: 1 | -1) =>
      box?.scrollBy({ left: direction * STEP * box.clientWidth, behavior: 'smooth' }),
  }
}
