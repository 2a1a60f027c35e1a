import type { ReactNode } from 'react'

import { ShopLink } from '#storefront/router/ShopLink.tsx'
import css from './Breadcrumb.module.css'

type BreadcrumbProps = {
  label: string
  /** The pages above this one, the topmost first. */
  parents: readonly { title: ReactNode; to: string }[]
  current: string
  /** The language of `current`, if it is not the page's. */
  lang?: string | undefined
  /** A link back, in front of the breadcrumb. */
  children?: ReactNode
}

/** The path from the home page to this one. */
export function Breadcrumb({ label, parents, current, lang, children }: BreadcrumbProps) {
  return (
    <nav className={css.trail} aria-label={label}>
      {children}
      <ol className={css.steps}>
        {parents.map(({ title, to }) => (
          <li key={to}>
            <ShopLink to={to}>{title}</ShopLink>
          </li>
        ))}
        <li aria-current="page" lang={lang}>
          {current}
        </li>
      </ol>
    </nav>
  )
}
