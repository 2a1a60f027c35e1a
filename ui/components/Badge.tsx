import css from './Badge.module.css'
import { classNames } from '#ui/lib/class-names.ts'

/** A short state in its colour; the colour only repeats what the words say. */
export function Badge({
  colour,
  quiet = false,
  children,
}: {
  colour?: string | undefined
  /** Nothing to look forward to. */
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
