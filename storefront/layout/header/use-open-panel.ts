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
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) latest.current()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const opener = box.current?.querySelector<HTMLElement>('[aria-expanded="true"]')
      if (box.current?.contains(document.activeElement)) opener?.focus()
      latest.current()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return box
}
