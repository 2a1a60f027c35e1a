import { classNames } from '#ui/lib/class-names.ts'

import css from './ChannelName.module.css'

/** An employer in the back office: its first letter as a mark, because employers have no logo, and its name. */
export function EmployerName({ name }: { name: string }) {
  return (
    <span className={css.channel}>
      <span
        className={classNames(css.mark, css.employer)}
        data-letter={name.slice(0, 1)}
        aria-hidden="true"
      />
      <span className={css.name}>{name}</span>
    </span>
  )
}
