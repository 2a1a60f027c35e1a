import type { CSSProperties, InputHTMLAttributes } from 'react'

import css from './Swatch.module.css'

type SwatchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'name'> & {
  /** Said, and shown on a long look. */
  label: string
  hexcode: string
  /** One of a group, or any number of them. */
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
