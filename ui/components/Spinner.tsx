import css from './Spinner.module.css'

/** For what takes longer than 300 ms: before that it is there, but not to be seen. */
export function Spinner({ small = false, label }: { small?: boolean; label?: string }) {
  return (
    <span className={small ? css.small : css.large} role={label ? 'status' : undefined}>
      <span className={css.wheel} aria-hidden="true" />
      {label ? <span className="visually-hidden">{label}</span> : null}
    </span>
  )
}
