import type { ReactNode } from 'react'

import { classNames } from '#ui/lib/class-names.ts'

import css from './NumbersTable.module.css'

/** Numbers right-aligned under their heads; wider than a phone it scrolls by itself, also by keyboard. */
export function NumbersTable({
  head,
  words,
  stacked = false,
  children,
}: {
  head: string[]
  /** So many columns at the beginning are no numbers. */
  words: number
  /** On a phone a row is a block of its own; each cell that needs its head says it as `data-head`, one that is wide `data-wide`. */
  stacked?: boolean
  children: ReactNode
}) {
  return (
    // What scrolls has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="group" aria-label={head.join(', ')}>
      <table className={classNames(css.table, stacked && css.stacked)}>
        <thead>
          <tr>
            {head.map((word, at) => (
              <th key={word} scope="col" className={at < words ? undefined : css.number}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
