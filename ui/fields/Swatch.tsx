import type { CSSProperties, InputHTMLAttributes } from 'react'

import css from './Swatch.module.css'

type SwatchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'name'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  hexcode: string
  /** One choice of a group, or several. */
  type: 'radio' | 'checkbox'
  group?: string
}

/** A colour to choose: the dot is the control itself. */
export function Swatch({ label, hexcode, group, ...rest }: SwatchProps) {
  return (
    <input
      {...rest}
      name={group}
      className={css.swatch}
      aria-label={label}
      title={label}
      style={{ '--dot': hexcode } as CSSProperties}
    />
  )
}
