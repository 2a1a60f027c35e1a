import { type RefObject, useEffect, useRef } from 'react'

/**
 * Closes an open panel with Escape, which returns the focus to its button, and when the user clicks or focuses
 * something else. The ref belongs to the element around both.
 */
export function useOpenPanel<Box extends HTMLElement>(
  open: boolean,
  close: () => void,
): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })
  useEffect(() => {
    if (!open) return
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) latestClose.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const opener = box.current?.querySelector<HTMLElement>('[aria-expanded="true"]')
      if (box.current?.contains(document.activeElement)) opener?.focus()
      latestClose.current()
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  return box
}
