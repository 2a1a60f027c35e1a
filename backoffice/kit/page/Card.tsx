import { type ReactNode, useId } from 'react'

import css from './Card.module.css'

type CardProps = {
  title: string
  /** Soft text beside the title, such as a count or a date. */
  aside?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page with a border. Screen readers find it as a region by its title. */
export function Card({ title, aside, actions, children }: CardProps) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside === undefined ? null : <span className={css.aside}>{aside}</span>}
        {actions === undefined ? null : <div className={css.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
