import { type RefObject, useLayoutEffect, useRef } from 'react'

const GAP = 4

/**
 * Places a popover below its element, or above if there is no room. The top layer keeps dialogs and panels from
 * clipping it.
 */
export function usePositionBelow(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const panel = ref.current
    const anchor = panel?.parentElement?.parentElement
    if (!panel || !anchor) return
    panel.showPopover()
    const place = () => {
      const field = anchor.getBoundingClientRect()
      const { offsetWidth, offsetHeight } = panel
      const below = field.bottom + GAP
      const hasRoom = below + offsetHeight + GAP <= window.innerHeight
      const top = hasRoom ? below : Math.max(GAP, field.top - GAP - offsetHeight)
      const furthest = document.documentElement.clientWidth - offsetWidth - GAP
      panel.style.insetBlockStart = `${top}px`
      panel.style.insetInlineStart = `${Math.max(GAP, Math.min(field.left, furthest))}px`
    }
    place()
    // A scroll of the page or of a dialog moves the field.
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [])
  return ref
}
