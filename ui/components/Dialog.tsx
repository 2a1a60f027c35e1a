import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import css from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

type DialogProps = {
  open: boolean
  /** Called for Escape, the close button or a click outside. The parent closes the dialog. */
  onClose: () => void
  title: ReactNode
  closeLabel: string
  /** false while an action runs that must not be interrupted. */
  dismissible?: boolean
  /** Whether a click outside closes the dialog. */
  closeOnOutside?: boolean
  side?: 'centre' | 'right' | 'left'
  className?: string | undefined
  hideTitle?: boolean
  picture?: ReactNode
  /** Gets the focus when the dialog opens. Without it, the browser chooses the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The browser's modal dialog: it moves the focus in and back, and makes the page behind it inert. */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  dismissible = true,
  closeOnOutside = true,
  side = 'centre',
  className,
  hideTitle = false,
  picture,
  initialFocus,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const opener = document.activeElement
    dialog.showModal()
    // The dialog shows its top, even if this control is far below.
    initialFocus?.current?.focus({ preventScroll: true })
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = ''
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [open, initialFocus])

  return (
    // The keyboard's way to close is the dialog's own cancel event, which comes with Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={classNames(css.dialog, css[side], className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissible) onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current && dismissible && closeOnOutside) onClose()
      }}
    >
      {open ? (
        <div className={css.inside}>
          {picture}
          <h2 id={titleId} className={hideTitle ? 'visually-hidden' : css.title}>
            {title}
          </h2>
          {children}
          {dismissible ? (
            <IconButton icon="close" label={closeLabel} className={css.close} onClick={onClose} />
          ) : null}
        </div>
      ) : null}
    </dialog>
  )
}
