import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

import css from './Checkbox.module.css'
import { describedBy, FieldNotes } from './FieldFrame.tsx'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  issue?: string | undefined
  /** 'radio' to choose exactly one of several. */
  kind?: 'checkbox' | 'radio'
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({ label, issue, kind = 'checkbox', id: idProp, ...input }: CheckboxProps) {
  const generatedId = useId()
  const id = idProp ?? generatedId
  return (
    <div className={css.choice}>
      <label className={css.row} htmlFor={id}>
        <input
          {...input}
          id={id}
          type={kind}
          className={css.box}
          aria-invalid={issue ? true : input['aria-invalid']}
          aria-describedby={describedBy(id, issue, undefined)}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} issue={issue} />
    </div>
  )
}
