import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

import { classNames } from './class-names.ts'
import css from './Field.module.css'
import { Icon } from './Icon.tsx'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: ReactNode
  /** What is wrong with it, in words; nothing when all is well. */
  issue?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled input that tells screen readers, too, what is wrong with it. */
export function Field({ label, issue, hint, id: given, className, ...input }: FieldProps) {
  const own = useId()
  const id = given ?? own
  return (
    <div className={classNames(css.field, className)}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={css.input}
        aria-invalid={issue ? true : undefined}
        aria-describedby={describedBy(id, issue, hint)}
      />
      <FieldNotes id={id} issue={issue} hint={hint} />
    </div>
  )
}

export function describedBy(id: string, issue: string | undefined, hint: ReactNode) {
  return classNames(Boolean(issue) && `${id}-issue`, Boolean(hint) && `${id}-hint`)
}

/** What stands under a control: help, and what is wrong. */
export function FieldNotes({
  id,
  issue,
  hint,
}: {
  id: string
  issue: string | undefined
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
