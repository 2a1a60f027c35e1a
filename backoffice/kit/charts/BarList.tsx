import type { ReactNode } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'

import css from './BarList.module.css'

type Bar = {
  key: string
  name: string
  /** The length of the bar. */
  value: number
  /** The formatted value. */
  text: string
  /** Beside the value: a share or a difference. */
  note?: string
  to?: string | undefined
  image?: ReactNode
}

/** Bars with the name above each. Each can link to its list. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className={css.bars}>
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.to === undefined ? (
            <div className={css.row}>
              <BarRow bar={bar} highest={highest} />
            </div>
          ) : (
            <BackofficeLink className={css.row} to={bar.to}>
              <BarRow bar={bar} highest={highest} />
            </BackofficeLink>
          )}
        </li>
      ))}
    </ol>
  )
}

function BarRow({
  bar: { name, value, text, note, image },
  highest,
}: {
  bar: Bar
  highest: number
}) {
  return (
    <>
      {image}
      <span className={css.body}>
        <span className={css.name}>{name}</span>
        <span className={css.value}>{text}</span>
        {note === undefined ? null : <span className={css.note}>{note}</span>}
        <span className={css.track} aria-hidden="true">
          <i style={{ inlineSize: `${(100 * Math.max(0, value)) / highest}%` }} />
        </span>
      </span>
    </>
  )
}
