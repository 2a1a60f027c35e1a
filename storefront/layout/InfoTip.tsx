import { useId, useState } from 'react'

import { useOpenPanel } from '#storefront/layout/header/use-open-panel.ts'
import { Icon } from '#ui/components/Icon.tsx'
import css from './InfoTip.module.css'

/** An additional sentence on hover, click or keyboard focus. */
export function InfoTip({
  label,
  text,
  lang,
}: {
  label: string
  text: string
  lang?: string | undefined
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const box = useOpenPanel<HTMLSpanElement>(open, () => setOpen(false))
  return (
    <span
      className={css.box}
      ref={box}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
    >
      <button
        type="button"
        className={css.button}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={({ detail }) => setOpen(detail > 0 || !open)}
      >
        <Icon name="info" />
      </button>
      <span id={id} className={css.tip} role="note" lang={lang} hidden={!open}>
        {text}
      </span>
    </span>
  )
}
