import type { ReactNode } from 'react'

import css from './Disclosure.module.css'
import { Icon } from './Icon.tsx'

/** An expandable section, based on the browser's `details`. */
export function Disclosure({
  title,
  open = false,
  children,
}: {
  title: ReactNode
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className={css.section} open={open}>
      <summary className={css.summary}>
        <span>{title}</span>
        <Icon name="chevron-down" />
      </summary>
      <div className={css.inside}>{children}</div>
    </details>
  )
}
