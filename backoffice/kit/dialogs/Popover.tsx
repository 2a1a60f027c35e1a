import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { classNames } from '#ui/lib/class-names.ts'

import css from './Popover.module.css'

type PopoverProps = {
  /** Content of the button that opens the popover. */
  face: ReactNode
  faceClass: string | undefined
  onOpen?: () => void
  label: string
  end?: boolean
  children: (close: () => void) => ReactNode
}

/** A few fields that belong to a button. Escape, a click beside it, and going on with the keyboard close it. */
export function Popover({ face, faceClass, onOpen, label, end = false, children }: PopoverProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    whole.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  useEffect(() => {
    if (!open) return
    panel.current?.querySelector<HTMLElement>('input, select, button')?.focus()
    const beside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', beside)
    return () => document.removeEventListener('pointerdown', beside)
  }, [open])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={whole}
      className={css.whole}
      onKeyDown={(event) => {
        if (!open || event.key !== 'Escape') return
        event.preventDefault()
        close()
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !whole.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        className={faceClass}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          if (!open) onOpen?.()
          setOpen(!open)
        }}
      >
        {face}
      </button>
      <div
        ref={panel}
        id={id}
        role="group"
        aria-label={label}
        hidden={!open}
        className={classNames(css.panel, end && css.end)}
      >
        {open ? children(close) : null}
      </div>
    </div>
  )
}
