import type {
  InputHTMLAttributes,
  ReactNode,
  Ref,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react'
import { type FormEvent, useId } from 'react'

import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useFieldIssue } from '#backoffice/kit/form/field-issue.ts'
import { useIssueOf } from '#backoffice/kit/form/form-issue.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './FormField.module.css'

type FieldFrameProps = {
  label: ReactNode
  aside?: ReactNode
  hint?: ReactNode
  issue?: ReactNode
  /** The field name in the call. Server errors for this name appear here. */
  name?: string | undefined
}

type Control = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  onInvalid: (event: FormEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  onInput: () => void
}

/** A label, a control and its hints, which screen readers read as well. */
export function FormFieldFrame({
  label,
  aside,
  hint,
  issue: ownIssue,
  name,
  children,
}: FieldFrameProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const formIssue = useIssueOf(name)
  const { issue: browserIssue, watch } = useFieldIssue()
  const issue = ownIssue || browserIssue || formIssue
  const described = classNames(hint ? `${id}-hint` : null, issue ? `${id}-issue` : null)
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
        {aside ? <span className={css.aside}> {aside}</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': issue ? true : undefined,
        'aria-describedby': described,
        ...watch,
      })}
      {hint ? (
        <span id={`${id}-hint`} className={css.hint}>
          {hint}
        </span>
      ) : null}
      {issue ? (
        <span id={`${id}-issue`} className={css.issue}>
          <BackofficeIcon name="warning" />
          {issue}
        </span>
      ) : null}
    </div>
  )
}

/** Browsers accept an address without a top-level domain, but the server does not. */
const EMAIL_PATTERN = String.raw`[^@]+@[^@]+\.[^@]+`

export function FormField({
  label,
  aside,
  hint,
  issue,
  large = false,
  button,
  ...input
}: FieldFrameProps &
  InputHTMLAttributes<HTMLInputElement> & {
    large?: boolean
    /** A button inside the field, at its end. */
    button?: ReactNode
    ref?: Ref<HTMLInputElement>
  }) {
  return (
    <FormFieldFrame label={label} aside={aside} hint={hint} issue={issue} name={input.name}>
      {(control) => {
        const field = (
          <input
            pattern={input.type === 'email' ? EMAIL_PATTERN : undefined}
            {...input}
            {...control}
            className={classNames(css.input, large && css.large)}
          />
        )
        return button === undefined ? (
          field
        ) : (
          <div className={css.withButton}>
            {field}
            {button}
          </div>
        )
      }}
    </FormFieldFrame>
  )
}

export function FormSelect({
  label,
  aside,
  hint,
  issue,
  children,
  ...select
}: FieldFrameProps & SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
  return (
    <FormFieldFrame label={label} aside={aside} hint={hint} issue={issue} name={select.name}>
      {(control) => (
        <select {...select} {...control} className={css.input}>
          {children}
        </select>
      )}
    </FormFieldFrame>
  )
}

export function FormTextArea({
  label,
  aside,
  hint,
  issue,
  ...area
}: FieldFrameProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <FormFieldFrame label={label} aside={aside} hint={hint} issue={issue} name={area.name}>
      {(control) => <textarea rows={3} {...area} {...control} className={css.input} />}
    </FormFieldFrame>
  )
}

export function FormCheckbox({
  children,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'children'> & { children: ReactNode }) {
  return (
    <label className={css.check}>
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  )
}
