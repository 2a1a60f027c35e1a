import css from './Badge.module.css'

/** A short state in its colour; the colour only repeats what the words say. */
export function Badge({ colour, children }: { colour?: string | undefined; children: string }) {
  return (
    <span className={css.badge} style={colour ? { background: colour } : undefined}>
      {children}
    </span>
  )
}
