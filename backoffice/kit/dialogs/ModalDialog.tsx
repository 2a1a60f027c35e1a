import { type ReactNode, useEffect, useId, useRef } from 'react'

import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useModal } from '#backoffice/kit/dialogs/use-modal.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

import css from './ModalDialog.module.css'

/** A modal dialog. Focus moves into it and back to its opener; the page below is inert. */
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
  useModal(ref)
  useEffect(() => {
    // The user opens the dialog to type.
    ref.current?.querySelector<HTMLElement>('form :is(input, textarea, select)')?.focus()
  }, [])
  return (
    // Keyboard users close the dialog with Escape, which fires its cancel event.
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
        // A browser lets a page prevent the cancel event only once. A second Escape would close the dialog.
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
