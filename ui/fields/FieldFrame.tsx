import { type ReactNode, useId } from 'react'

import { classNames } from '#ui/lib/class-names.ts'
import css from './Field.module.css'
import { Icon } from '#ui/components/Icon.tsx'

export type FramedProps = {
  label: ReactNode
  /** The error text. Empty if the field is valid. */
  issue?: ReactNode
  hint?: ReactNode
  id?: string | undefined
  className?: string | undefined
}

type Control = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A label, a control and its notes, also linked for screen readers. */
export function FieldFrame({
  label,
  issue,
  hint,
  id: idProp,
  className,
  children,
}: FramedProps & { children: (control: Control) => ReactNode }) {
  const generatedId = useId()
  const id = idProp ?? generatedId
  return (
    <div className={classNames(css.field, className)}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': issue ? true : undefined,
        'aria-describedby': describedBy(id, issue, hint),
      })}
      <FieldNotes id={id} issue={issue} hint={hint} />
    </div>
  )
}

export function describedBy(id: string, issue: ReactNode, hint: ReactNode) {
  return classNames(Boolean(issue) && `${id}-issue`, Boolean(hint) && `${id}-hint`)
}

/** Notes below a control: help and error. */
export function FieldNotes({
  id,
  issue,
  hint,
}: {
  id: string
  issue: ReactNode
  hint?: ReactNode
}) {
  return (
    <>
      {hint ? (
        <span id={`${id}-hint`} className={css.hint}>
          {hint}
        </span>
      ) : null}
      {issue ? (
        <span id={`${id}-issue`} className={css.issue}>
          <Icon name="warning" />
          {issue}
        </span>
      ) : null}
    </>
  )
}
