import { type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'

import { classNames } from './class-names.ts'
import { describedBy, FieldNotes } from './Field.tsx'
import css from './Field.module.css'

type TextAreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: ReactNode
  issue?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLTextAreaElement>
}

export function TextAreaField({
  label,
  issue,
  hint,
  id: given,
  className,
  ...area
}: TextAreaFieldProps) {
  const own = useId()
  const id = given ?? own
  return (
    <div className={classNames(css.field, className)}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={css.area}
        aria-invalid={issue ? true : undefined}
        aria-describedby={describedBy(id, issue, hint)}
      />
      <FieldNotes id={id} issue={issue} hint={hint} />
    </div>
  )
}
