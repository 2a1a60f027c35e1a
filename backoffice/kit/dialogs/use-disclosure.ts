import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** What a button opens. Escape, a click outside and going on with the keyboard close it. */
export function useDisclosure<Whole extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const ref = useRef<Whole>(null)
  const close = () => {
    setOpen(false)
    ref.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  useEffect(() => {
    if (!open) return
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])
  /** Of the element around the button and what it opens. */
  const whole = {
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
  return { open, setOpen, close, whole }
}
