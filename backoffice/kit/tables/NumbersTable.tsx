import type { ReactNode } from 'react'

import { classNames } from '#ui/lib/class-names.ts'

import css from './NumbersTable.module.css'

/** Right-aligned numbers. A table wider than the screen scrolls, also by keyboard. */
export function NumbersTable({
  head,
  textColumns,
  stacked = false,
  children,
}: {
  head: string[]
  /** The number of text columns at the beginning. */
  textColumns: number
  /** On a phone each row becomes a block. `data-head` gives a cell its column name, `data-wide` marks a wide cell, `data-none` one that is left out there. */
  stacked?: boolean
  children: ReactNode
}) {
  return (
    // A scrollable area must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="group" aria-label={head.join(', ')}>
      <table className={classNames(css.table, stacked && css.stacked)}>
        <thead>
          <tr>
            {head.map((label, at) => (
              <th key={label} scope="col" className={at < textColumns ? undefined : css.number}>
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
