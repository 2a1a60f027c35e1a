import css from './Badge.module.css'
import { classNames } from '#ui/lib/class-names.ts'

/** A short state in a colour, which only repeats the text. */
export function Badge({
  colour,
  quiet = false,
  children,
}: {
  colour?: string | undefined
  /** For a final state. */
  quiet?: boolean
  children: string
}) {
  return (
    <span
      className={classNames(css.badge, quiet && css.quiet)}
      style={colour ? { background: colour } : undefined}
    >
      {children}
    </span>
  )
}
