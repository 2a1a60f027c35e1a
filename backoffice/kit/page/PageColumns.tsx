import type { ReactNode } from 'react'

import css from './PageColumns.module.css'

type PageColumnsProps = {
  children: ReactNode
  /** Facts that stay in view while the main column scrolls. Below the main column on narrow screens. */
  side: ReactNode
}

/** The body of a page about one thing: its work at the left, its facts at the right. */
export function PageColumns({ children, side }: PageColumnsProps) {
  return (
    <div className={css.columns}>
      <div className={css.column}>{children}</div>
      <div className={css.side}>{side}</div>
    </div>
  )
}
