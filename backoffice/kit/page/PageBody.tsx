import type { ReactNode } from 'react'

import { classNames } from '#ui/lib/class-names.ts'

import css from './PageBody.module.css'

type PageBodyProps = {
  /** For fields and text, or as wide as the pages with tables. */
  width?: 'form' | 'full'
  children: ReactNode
}

/** The body of a page in one column, mostly of cards. */
export function PageBody({ width = 'full', children }: PageBodyProps) {
  return <div className={classNames(css.body, css[width])}>{children}</div>
}
