import type { ReactNode } from 'react'

import css from './Chip.module.css'

type ChipProps = { on: boolean; onToggle: () => void; children: ReactNode }

/** A toggle next to the list that it filters. */
export function Chip({ on, onToggle, children }: ChipProps) {
  return (
    <button type="button" className={css.chip} aria-pressed={on} onClick={onToggle}>
      {children}
    </button>
  )
}
