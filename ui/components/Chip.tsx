import type { ReactNode } from 'react'

import css from './Chip.module.css'

type ChipProps = { pressed: boolean; onToggle: () => void; children: ReactNode }

/** A toggle next to the list that it filters. */
export function Chip({ pressed, onToggle, children }: ChipProps) {
  return (
    <button type="button" className={css.chip} aria-pressed={pressed} onClick={onToggle}>
      {children}
    </button>
  )
}
