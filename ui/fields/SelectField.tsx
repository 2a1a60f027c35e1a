import type { Ref, SelectHTMLAttributes } from 'react'

import css from './Field.module.css'
import { FieldFrame, type FramedProps } from './FieldFrame.tsx'

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> &
  FramedProps & { ref?: Ref<HTMLSelectElement> }

export function SelectField({ label, issue, hint, id, className, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} issue={issue} hint={hint} id={id} className={className}>
      {(control) => <select {...select} {...control} className={css.select} />}
    </FieldFrame>
  )
}
