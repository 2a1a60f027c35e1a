import type { CSSProperties, ReactNode } from 'react'

import css from './ShareBar.module.css'

/** A part of a whole in a list: a short bar before its words. */
export function ShareBar({
  part,
  whole,
  children,
}: {
  part: number
  whole: number
  children: ReactNode
}) {
  return (
    <span className={css.share}>
      <span
        className={css.bar}
        style={{ '--share': whole === 0 ? 0 : part / whole } as CSSProperties}
        aria-hidden="true"
      />
      {children}
    </span>
  )
}
