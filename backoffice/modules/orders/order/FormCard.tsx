import { type ReactNode, useEffect, useRef } from 'react'

import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './OrderPage.module.css'

type FormCardProps = { title: string; onClose: () => void; children: ReactNode }

/** The form of an action. It gets the focus when it opens, and Escape closes it. */
export function FormCard({ title, onClose, children }: FormCardProps) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    // Escape is the shortcut of the Close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={css.panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        onClose()
      }}
    >
      <div className={css.panelHead}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ActionIconButton icon="close" label={t('close')} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}
