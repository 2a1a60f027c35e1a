import type { ReactNode } from 'react'

import css from './FactList.module.css'

type FactListProps = { facts: readonly (readonly [name: string, value: ReactNode])[] }

/** Names with their values, for example in a card. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value], index) => (
        // Two facts can have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
