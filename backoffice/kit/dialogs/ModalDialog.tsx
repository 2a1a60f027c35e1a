import { type ReactNode, useEffect, useId, useRef } from 'react'

import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ModalDialog.module.css'

/** One question over the page: focus goes in and comes back, what lies under it is inert. */
export function ModalDialog({
  title,
  onClose,
  children,
}: {
  title: string
  /** null: the content is shown only once, so only its own button closes the dialog. */
  onClose: (() => void) | null
  children: ReactNode
}) {
  const t = useSignInTranslate()
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const opener = document.activeElement
    ref.current?.showModal()
    // The user opens the dialog to type.
    ref.current?.querySelector<HTMLElement>('form :is(input, textarea, select)')?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    // The keyboard's way to close is the dialog's own cancel event, which comes with Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={css.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // A browser asks once whether it may close; the second Escape would.
        if (onClose === null && event.key === 'Escape') event.preventDefault()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose?.()
      }}
    >
      <div className={css.inside}>
        <div className={css.head}>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          {onClose ? <ActionIconButton icon="close" label={t('close')} onClick={onClose} /> : null}
        </div>
        {children}
      </div>
    </dialog>
  )
}
