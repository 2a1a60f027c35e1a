import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

import css from './SaveBar.module.css'

type SaveBarProps = {
  label: string
  /** The unsaved changes as text. */
  status: string
  /** Errors and warnings, above the line with the buttons. */
  messages?: ReactNode
  /** Between the status and the buttons. */
  children?: ReactNode
  actions: ReactNode
  ref?: RefObject<HTMLElement | null>
}

/** Stays at the bottom of the page, so that a page has one place to save. */
export function SaveBar({ label, status, messages, children, actions, ref }: SaveBarProps) {
  const own = useRef<HTMLElement>(null)
  const bar = ref ?? own
  useLayoutEffect(() => {
    const { current: element } = bar
    if (!element) return undefined
    // Result messages appear above the bar.
    const { style } = document.documentElement
    const watch = new ResizeObserver(() =>
      style.setProperty('--save-bar-height', `${element.offsetHeight}px`),
    )
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty('--save-bar-height')
    }
  }, [bar])
  return (
    <section ref={bar} className={css.bar} aria-label={label} data-save-bar>
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
