import type { InputHTMLAttributes, Ref } from 'react'

import css from './Field.module.css'
import { FieldFrame, type FramedProps } from './FieldFrame.tsx'

type FieldProps = InputHTMLAttributes<HTMLInputElement> &
  FramedProps & { ref?: Ref<HTMLInputElement> }

export function Field({ label, issue, hint, id, className, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} issue={issue} hint={hint} id={id} className={className}>
      {(control) => <input {...input} {...control} className={css.input} />}
    </FieldFrame>
  )
}
