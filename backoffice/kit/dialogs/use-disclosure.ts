import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** A panel that a button opens. Escape, a click outside or moving the focus out closes it. */
export function useDisclosure<Container extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const ref = useRef<Container>(null)
  const close = () => {
    setOpen(false)
    ref.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  useEffect(() => {
    if (!open) return
    const closeOnOutsidePress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOnOutsidePress)
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress)
  }, [open])
  /** Props of the element around the button and the panel. */
  const container = {
    ref,
    onKeyDown: (event: KeyboardEvent) => {
      if (!open || event.key !== 'Escape') return
      // A dialog or a panel around it stays open.
      event.preventDefault()
      event.stopPropagation()
      close()
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !ref.current?.contains(relatedTarget)) setOpen(false)
    },
  }
  return { open, setOpen, close, container }
}
