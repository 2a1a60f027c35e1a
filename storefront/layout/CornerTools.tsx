import type { ReactNode } from 'react'

import css from './CornerTools.module.css'

/** The points badge and the chat button in the corner of the window. */
export function CornerTools({ children }: { children: ReactNode }) {
  return <div className={css.corner}>{children}</div>
}
