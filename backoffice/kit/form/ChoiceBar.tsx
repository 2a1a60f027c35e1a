import { type ReactNode, useId } from 'react'

import css from './ChoiceBar.module.css'

/** One of a few choices, beside each other. Radio buttons to keyboards and screen readers. */
export function ChoiceBar<Value extends string>({
  label,
  chosen,
  choices,
  onChoose,
}: {
  label: string
  chosen: Value
  /** A mark after the name, such as a dot for unsaved input. */
  choices: readonly { value: Value; name: string; mark?: ReactNode }[]
  onChoose: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset className={css.bar}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, name, mark }) => (
        <label key={value} className={css.choice}>
          <input
            type="radio"
            className={css.input}
            name={id}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            {name}
            {mark}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
