import { type ReactNode, useLayoutEffect, useRef } from 'react'

import css from './PageColumns.module.css'

type PageColumnsProps = {
  children: ReactNode
  /** Facts that stay in view while the main column scrolls. Below the main column on narrow screens. */
  side: ReactNode
}

/** The body of a page about one object: the main content on the left, its facts on the right. */
export function PageColumns({ children, side }: PageColumnsProps) {
  const facts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = facts.current
    if (!element) return undefined
    // Facts that are taller than the window scroll until their end is in view, and stay there.
    const watch = new ResizeObserver(() =>
      element.style.setProperty('--side-height', `${element.offsetHeight}px`),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return (
    <div className={css.columns} data-page-columns>
      <div className={css.column}>{children}</div>
      <div ref={facts} className={css.side}>
        {side}
      </div>
    </div>
  )
}
