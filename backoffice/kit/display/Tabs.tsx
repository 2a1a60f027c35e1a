import { useEffect, useRef } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Tabs.module.css'

export type TabLink = {
  to: string
  name: string
  current: boolean
  count?: number | undefined
  /** The number in words, for screen readers. */
  countText?: string | undefined
  /** The number is red. */
  isOverdue?: boolean
}

type TabsProps = {
  label: string
  tabs: readonly TabLink[]
}

/**
 * Links to pages side by side, at the top of the page. On a narrow screen they scroll. The current one stays in view,
 * and an edge fades if more tabs are behind it.
 */
export function Tabs({ label, tabs }: TabsProps) {
  const row = useRef<HTMLElement>(null)
  const currentAddress = tabs.find(({ current }) => current)?.to
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !current) return
    const { offsetLeft, offsetWidth } = current
    row.current.scrollLeft = offsetLeft - (row.current.clientWidth - offsetWidth) / 2
  }, [currentAddress])
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const markEdges = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.toggleAttribute('data-more-before', scrollLeft > 1)
      element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const watch = new ResizeObserver(markEdges)
    watch.observe(element)
    element.addEventListener('scroll', markEdges, { passive: true })
    markEdges()
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', markEdges)
    }
  }, [tabs.length])
  return (
    <nav ref={row} className={css.tabs} aria-label={label}>
      {tabs.map(({ to, name, current, count = 0, countText, isOverdue = false }) => (
        <BackofficeLink key={to} to={to} aria-current={current ? 'page' : undefined}>
          {name}
          {count > 0 ? (
            <>
              <span
                className={classNames(css.count, isOverdue && css.overdue)}
                aria-hidden={countText === undefined ? undefined : true}
              >
                {count}
              </span>
              {countText === undefined ? null : (
                <span className="visually-hidden">{countText}</span>
              )}
            </>
          ) : null}
        </BackofficeLink>
      ))}
    </nav>
  )
}
