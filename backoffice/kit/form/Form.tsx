import { type ReactNode, useEffect, useRef, useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ConflictNotice, type ConflictNoticeProps } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { type Discard, useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { FormIssue } from '#backoffice/kit/form/form-issue.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import type { Refusal } from '#contract/shared/refusals.shop.ts'

import css from './Form.module.css'

type FormProps = {
  title: string
  /** false: the title is hidden because the page already shows it. */
  titled?: boolean
  submit: string
  /** Another button in the row of the main one. */
  beside?: ReactNode
  /** A page has one main action. Any other form has a quiet button. */
  main?: boolean
  /** Below the button: whether the action can be undone, and its side effects. */
  note?: string
  failure: string | null
  /** The full refusal. If it names a field, the error also appears at that field. */
  refusal?: Refusal<string> | null
  busy: boolean
  /** The form cannot be sent. Its content explains why. */
  off?: boolean
  /** What someone else saved in fields with input. The form is sent only after the user has chosen. */
  conflict?: ConflictNoticeProps
  /** Whether there is unsaved input. */
  changed: boolean
  onSubmit: () => Promise<void>
  onDiscard: Discard
  children: ReactNode
}

/** A form whose input stays until it is saved or discarded. */
export function Form({
  title,
  titled = true,
  submit,
  beside = null,
  main = true,
  note,
  failure,
  refusal = null,
  busy,
  off = false,
  conflict,
  changed,
  onSubmit,
  onDiscard,
  children,
}: FormProps) {
  const t = useTranslate()
  const form = useFocusOnIssue(busy)
  // Once the user edits the form, the old error disappears until the next submit.
  const [isEdited, setIsEdited] = useState(false)
  const [isAtField, setIsAtField] = useState(false)
  const hasConflict = conflict !== undefined && conflict.fields.length > 0
  const error = isEdited || hasConflict ? null : failure
  const field = refusal?.field
  const issue =
    field === undefined || error === null
      ? null
      : {
          field,
          sentence: refusal?.refused === 'invalid-input' ? t('invalidHere') : error,
          onShown: () => setIsAtField(true),
        }
  const isShown = isAtField && issue?.sentence === error
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={title}
      onInput={() => setIsEdited(true)}
      onSubmit={(event) => {
        event.preventDefault()
        if (hasConflict) return form.current?.querySelector('button')?.focus()
        setIsEdited(false)
        setIsAtField(false)
        void onSubmit()
      }}
    >
      {titled ? <h2>{title}</h2> : null}
      {conflict ? <ConflictNotice {...conflict} /> : null}
      <FormIssue value={issue}>{children}</FormIssue>
      {error && !isShown ? <Notice kind="bad">{error}</Notice> : null}
      <FormActions {...{ submit, beside, main, busy, off, changed, onDiscard }} />
      {note ? <p className={css.note}>{note}</p> : null}
    </form>
  )
}

/** After a failed submit the focus moves to the first invalid field. */
function useFocusOnIssue(busy: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
    wasBusy.current = busy
  }, [busy])
  return form
}

type FormActionsProps = Pick<FormProps, 'submit' | 'beside' | 'busy' | 'changed' | 'onDiscard'> & {
  main: boolean
  off: boolean
}

function FormActions({ submit, beside, main, busy, off, changed, onDiscard }: FormActionsProps) {
  const t = useTranslate()
  const discard = useDiscard()
  return (
    <div className={css.actions}>
      <ActionButton type="submit" variant={main ? 'main' : 'quiet'} busy={busy} disabled={off}>
        {submit}
      </ActionButton>
      {beside}
      {changed ? (
        <ActionButton variant="plain" onClick={() => discard(onDiscard)}>
          {t('discard')}
        </ActionButton>
      ) : null}
    </div>
  )
}
