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
  valueText: (value: number) => string
  onFrom: (value: number) => void
  onTo: (value: number) => void
}

/** Two handles on one track, each also with a number field. The parent decides what happens when they cross. */
export function RangeSlider(props: RangeSliderProps) {
  const { legend, lowest, highest, from, to, valueText } = props
  const id = useId()
  const shareOf = (value: number) =>
    highest === lowest ? 0 : (value - lowest) / (highest - lowest)
  const handles = [
    {
      name: 'from',
      label: props.fromLabel,
      value: from,
      min: lowest,
      max: to,
      onMove: props.onFrom,
    },
    { name: 'to', label: props.toLabel, value: to, min: from, max: highest, onMove: props.onTo },
  ]
  return (
    <fieldset className={css.slider}>
      <legend className={css.legend}>{legend}</legend>
      <div
        className={css.track}
        style={{ '--from': shareOf(from), '--to': shareOf(to) } as CSSProperties}
        // If both handles are at the far end, the lower one must be on top.
        data-from-on-top={shareOf(from) > 0.5 || undefined}
      >
        {handles.map(({ name, label, value, onMove }) => (
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
            aria-valuetext={valueText(value)}
            onChange={(event) => onMove(event.target.valueAsNumber)}
          />
        ))}
      </div>
      <div className={css.numbers}>
        {handles.map(({ name, label, value, min, max, onMove }) => (
          <div key={name} className={css.number}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <NumberBox
              id={`${id}-${name}`}
              value={value}
              lowest={lowest}
              highest={highest}
              // A value that would move the other handle takes effect only with Enter.
              appliesAfterPause={(value) => value >= min && value <= max}
              onChange={onMove}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
