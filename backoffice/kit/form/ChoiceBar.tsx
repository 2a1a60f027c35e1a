import { type ReactNode, useId } from 'react'

import css from './ChoiceBar.module.css'

/** A few choices side by side, of which one is chosen. For keyboards and screen readers they are radio buttons. */
export function ChoiceBar<Value extends string>({
  label,
  chosen,
  choices,
  onChoose,
}: {
  label: string
  chosen: Value
  /** `display`: shown in place of the name. `mark`: after the name, such as a dot for unsaved input. */
  choices: readonly { value: Value; name: string; display?: ReactNode; mark?: ReactNode }[]
  onChoose: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset className={css.bar}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, name, display, mark }) => (
        <label key={value} className={css.choice} title={display === undefined ? undefined : name}>
          <input
            type="radio"
            className={css.input}
            name={id}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            {display === undefined ? (
              name
            ) : (
              <>
                <span className={css.display} aria-hidden="true">
                  {display}
                </span>
                <span className="visually-hidden">{name}</span>
              </>
            )}
            {mark}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
