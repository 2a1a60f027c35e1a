import type { ReactNode } from 'react'

import { ShopLink } from '#storefront/router/ShopLink.tsx'
import css from './Breadcrumb.module.css'

type BreadcrumbProps = {
  label: string
  /** From the top to the page above. */
  above: readonly { title: ReactNode; to: string }[]
  here: string
  /** The language of `here`, if it is not the page's. */
  lang?: string | undefined
  /** Before the way: a link back. */
  children?: ReactNode
}

/** The way to this page, the same on every page. */
export function Breadcrumb({ label, above, here, lang, children }: BreadcrumbProps) {
  return (
    <nav className={css.trail} aria-label={label}>
      {children}
      <ol className={css.steps}>
        {above.map(({ title, to }) => (
          <li key={to}>
            <ShopLink to={to}>{title}</ShopLink>
          </li>
        ))}
        <li aria-current="page" lang={lang}>
          {here}
        </li>
      </ol>
    </nav>
  )
}
