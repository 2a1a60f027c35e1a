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
  /**
   * On a phone each row becomes a block. There `data-head` is the column name of a cell, `data-wide` marks a wide cell
   * and `data-none` a hidden one.
   */
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
            {head.map((label, index) => (
              <th key={label} scope="col" className={index < textColumns ? undefined : css.number}>
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
