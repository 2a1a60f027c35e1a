import type { ReactNode } from 'react'

import css from './CornerTools.module.css'

/** The points left and the help button, as one group. */
export function CornerTools({ children }: { children: ReactNode }) {
  return <div className={css.corner}>{children}</div>
}
