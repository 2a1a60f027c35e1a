import type { Ref, TextareaHTMLAttributes } from 'react'

import css from './Field.module.css'
import { FieldFrame, type FramedProps } from './FieldFrame.tsx'

type TextAreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  FramedProps & { ref?: Ref<HTMLTextAreaElement> }

export function TextAreaField({ label, issue, hint, id, className, ...area }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} issue={issue} hint={hint} id={id} className={className}>
      {(control) => <textarea {...area} {...control} className={css.area} />}
    </FieldFrame>
  )
}
