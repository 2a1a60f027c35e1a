import type { ReactNode, Ref } from 'react'

import css from './SaveBar.module.css'

type SaveBarProps = {
  label: string
  /** What has changed and is not saved. */
  status: string
  /** Errors and warnings, above the line with the buttons. */
  messages?: ReactNode
  /** Between the status and the buttons. */
  children?: ReactNode
  actions: ReactNode
  ref?: Ref<HTMLElement>
}

/** Stays at the bottom of the page, so that a page has one place to save. */
export function SaveBar({ label, status, messages, children, actions, ref }: SaveBarProps) {
  return (
    <section ref={ref} className={css.bar} aria-label={label} data-save-bar>
      {messages}
      <div className={css.line}>
        <span className={css.status} role="status">
          {status}
        </span>
        {children}
        <span className={css.actions}>{actions}</span>
      </div>
    </section>
  )
}
