import { type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react'

import { classNames } from './class-names.ts'
import { describedBy, FieldNotes } from './Field.tsx'
import css from './Field.module.css'

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: ReactNode
  issue?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLSelectElement>
  children: ReactNode
}

export function SelectField({
  label,
  issue,
  hint,
  id: given,
  className,
  children,
  ...select
}: SelectFieldProps) {
  const own = useId()
  const id = given ?? own
  return (
    <div className={classNames(css.field, className)}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        id={id}
        className={css.select}
        aria-invalid={issue ? true : undefined}
        aria-describedby={describedBy(id, issue, hint)}
      >
        {children}
      </select>
      <FieldNotes id={id} issue={issue} hint={hint} />
    </div>
  )
}
