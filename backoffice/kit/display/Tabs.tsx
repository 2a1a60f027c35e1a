import { useEffect, useRef } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { classNames } from '#ui/lib/class-names.ts'

import css from './Tabs.module.css'

export type TabLink = {
  to: string
  name: string
  current: boolean
  count?: number | undefined
  /** The number is red. */
  isOverdue?: boolean
}

type TabsProps = {
  label: string
  tabs: readonly TabLink[]
  /** At the top of the page, from edge to edge. */
  top?: boolean
}

/** Pages beside each other. On a narrow screen they scroll, and the current one stays in view. */
export function Tabs({ label, tabs, top = false }: TabsProps) {
  const row = useRef<HTMLElement>(null)
  const at = tabs.find(({ current }) => current)?.to
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !current) return
    const { offsetLeft, offsetWidth } = current
    row.current.scrollLeft = offsetLeft - (row.current.clientWidth - offsetWidth) / 2
  }, [at])
  return (
    <nav ref={row} className={classNames(css.tabs, top && css.top)} aria-label={label}>
      {tabs.map(({ to, name, current, count = 0, isOverdue = false }) => (
        <BackofficeLink key={to} to={to} aria-current={current ? 'page' : undefined}>
          {name}
          {count > 0 ? (
            <span className={classNames(css.count, isOverdue && css.overdue)}>{count}</span>
          ) : null}
        </BackofficeLink>
      ))}
    </nav>
  )
}
