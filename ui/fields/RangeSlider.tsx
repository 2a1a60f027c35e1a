import { type CSSProperties, type ReactNode, useId } from 'react'

import { NumberBox } from './NumberBox.tsx'
import css from './RangeSlider.module.css'

type RangeSliderProps = {
  legend: ReactNode
  lowest: number
  highest: number
  from: number
  to: number
  fromLabel: string
  toLabel: string
  /** A value as text, for screen readers. */
  spoken: (value: number) => string
  onFrom: (value: number) => void
  onTo: (value: number) => void
}

/** Two handles on one track, each also with a number field. The parent decides what happens when they cross. */
export function RangeSlider(props: RangeSliderProps) {
  const { legend, lowest, highest, from, to, spoken } = props
  const id = useId()
  const share = (value: number) => (highest === lowest ? 0 : (value - lowest) / (highest - lowest))
  const ends = [
    {
      name: 'from',
      label: props.fromLabel,
      value: from,
      least: lowest,
      most: to,
      onMove: props.onFrom,
    },
    { name: 'to', label: props.toLabel, value: to, least: from, most: highest, onMove: props.onTo },
  ]
  return (
    <fieldset className={css.slider}>
      <legend className={css.legend}>{legend}</legend>
      <div
        className={css.track}
        style={{ '--from': share(from), '--to': share(to) } as CSSProperties}
        // If both handles are at the far end, the lower one must be on top.
        data-from-on-top={share(from) > 0.5 || undefined}
      >
        {ends.map(({ name, label, value, onMove }) => (
          <input
            key={name}
            type="range"
            className={css.handle}
            data-end={name}
            min={lowest}
            max={highest}
            step={1}
            value={value}
            disabled={lowest === highest}
            aria-label={label}
            aria-valuetext={spoken(value)}
            onChange={(event) => onMove(event.target.valueAsNumber)}
          />
        ))}
      </div>
      <div className={css.numbers}>
        {ends.map(({ name, label, value, least, most, onMove }) => (
          <div key={name} className={css.number}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <NumberBox
              id={`${id}-${name}`}
              value={value}
              lowest={lowest}
              highest={highest}
              // A value that would move the other end counts only with Enter.
              certain={(value) => value >= least && value <= most}
              onChange={onMove}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
