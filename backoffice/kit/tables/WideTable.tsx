import type { ReactNode } from 'react'

import { classNames } from '#ui/lib/class-names.ts'

import css from './WideTable.module.css'

/** Scrolls if it is wider than the window, also by keyboard. The page supplies the styles. */
export function WideTable({
  label,
  head,
  counted = false,
  className,
  children,
}: {
  label: string
  head: readonly string[]
  /** The first two columns name the row, the others are numbers. */
  counted?: boolean
  className: string | undefined
  children: ReactNode
}) {
  return (
    // A scrollable area must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classNames(className, counted && css.counted)}>
        <thead>
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
