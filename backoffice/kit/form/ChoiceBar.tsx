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
  /** `face`: shown in place of the name. `mark`: after the name, such as a dot for unsaved input. */
  choices: readonly { value: Value; name: string; face?: ReactNode; mark?: ReactNode }[]
  onChoose: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset className={css.bar}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, name, face, mark }) => (
        <label key={value} className={css.choice} title={face === undefined ? undefined : name}>
          <input
            type="radio"
            className={css.input}
            name={id}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span>
            {face === undefined ? (
              name
            ) : (
              <>
                <span className={css.face} aria-hidden="true">
                  {face}
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
