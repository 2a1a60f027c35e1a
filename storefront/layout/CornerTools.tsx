import type { ReactNode } from 'react'

import css from './CornerTools.module.css'

/** What is left, and the way to help, as one. */
export function Corner({ children }: { children: ReactNode }) {
  return <div className={css.corner}>{children}</div>
}
