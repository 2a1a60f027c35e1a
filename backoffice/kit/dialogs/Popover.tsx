import { type ReactNode, useEffect, useId, useRef } from 'react'

import { useDisclosure } from '#backoffice/kit/dialogs/use-disclosure.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Popover.module.css'

type PopoverProps = {
  /** Content of the button that opens the popover. */
  trigger: ReactNode
  triggerClass: string | undefined
  onOpen?: () => void
  label: string
  end?: boolean
  /** Opens above its button. */
  up?: boolean
  children: (close: () => void) => ReactNode
}

/** A few fields that belong to a button. */
export function Popover({
  trigger,
  triggerClass,
  onOpen,
  label,
  end = false,
  up = false,
  children,
}: PopoverProps) {
  const { open, setOpen, close, container } = useDisclosure<HTMLDivElement>()
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>('input, select, button, a')?.focus()
  }, [open])
  return (
    <div {...container} className={css.container}>
      <button
        type="button"
        className={triggerClass}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          if (!open) onOpen?.()
          setOpen(!open)
        }}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        role="group"
        aria-label={label}
        hidden={!open}
        className={classNames(css.panel, end && css.end, up && css.up)}
      >
        {open ? children(close) : null}
      </div>
    </div>
  )
}
