import type { CSSProperties, ReactNode } from 'react'

import css from './ShareBar.module.css'

/** A part of a total as a short bar, before its text in a list. */
export function ShareBar({
  part,
  total,
  children,
}: {
  part: number
  total: number
  children: ReactNode
}) {
  return (
    <span className={css.share}>
      <span
        className={css.bar}
        style={{ '--share': total === 0 ? 0 : part / total } as CSSProperties}
        aria-hidden="true"
      />
      {children}
    </span>
  )
}
