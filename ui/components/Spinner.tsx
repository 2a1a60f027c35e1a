import css from './Spinner.module.css'

/** Appears only after 300 ms, so that fast actions do not flicker. */
export function Spinner({ small = false, label }: { small?: boolean; label?: string }) {
  return (
    <span className={small ? css.small : css.large} role={label ? 'status' : undefined}>
      <span className={css.wheel} aria-hidden="true" />
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  )
}
