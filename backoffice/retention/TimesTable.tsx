import type { ReactNode } from 'react'

import css from './Retention.module.css'

/** Numbers stand under their heads at the end; wider than a phone it scrolls by itself, also by keyboard. */
export function TimesTable({
  head,
  words,
  children,
}: {
  head: string[]
  /** So many columns at the beginning are no numbers. */
  words: number
  children: ReactNode
}) {
  return (
    // What scrolls has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="group" aria-label={head.join(', ')}>
      <table className={css.table}>
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
