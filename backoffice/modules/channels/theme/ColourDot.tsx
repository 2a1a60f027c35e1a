import css from './ColourDot.module.css'

/** A colour of the shop and its code. */
export function ColourDot({ colour }: { colour: string }) {
  return (
    <span className={css.colour}>
      <span className={css.dot} style={{ background: colour }} aria-hidden="true" />
      {colour}
    </span>
  )
}
