import { type ReactNode, useEffect, useRef, useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormIssue } from '#backoffice/kit/form/form-issue.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import type { Refusal } from '#contract/shared/refusals.shop.ts'

import css from './Form.module.css'

type FormProps = {
  title: string
  /** Whether the title is to be seen: not where it stands above already. */
  titled?: boolean
  submit: string
  /** A page has one main action; where this is not it, its button is a quiet one. */
  main?: boolean
  /** Under the button: whether it can be undone, and what goes with it. */
  note?: string
  wrong: string | null
  /** The same with all that the server said: of which field it is, it stands at that, too. */
  refusal?: Refusal<string> | null
  busy: boolean
  /** It cannot be sent as things stand; what is in it says why. */
  off?: boolean
  /** Whether something was typed that is not saved. */
  changed: boolean
  onSubmit: () => Promise<void>
  onDiscard: () => void
  children: ReactNode
}

/** What is typed stays until it is saved or thrown away, whatever comes in between. */
export function Form({
  title,
  titled = true,
  submit,
  main = true,
  note,
  wrong,
  refusal = null,
  busy,
  off = false,
  changed,
  onSubmit,
  onDiscard,
  children,
}: FormProps) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  const wasBusy = useRef(false)
  // What was wrong is being resolved: it is not said any longer, until it is sent again.
  const [resolved, setResolved] = useState(false)
  const said = resolved ? null : wrong
  // Whoever sent it is led to the first field that is wrong.
  useEffect(() => {
    if (wasBusy.current && !busy) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
    wasBusy.current = busy
  }, [busy])
  const field = refusal?.field
  const issue =
    field === undefined || said === null
      ? null
      : { field, sentence: refusal?.refused === 'invalid-input' ? t('invalidHere') : said }
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={title}
      onInput={() => setResolved(true)}
      onSubmit={(event) => {
        event.preventDefault()
        setResolved(false)
        void onSubmit()
      }}
    >
      {titled ? <h2>{title}</h2> : null}
      <FormIssue value={issue}>{children}</FormIssue>
      {said ? <Notice kind="bad">{said}</Notice> : null}
      <div className={css.actions}>
        <ActionButton type="submit" look={main ? 'main' : 'quiet'} busy={busy} disabled={off}>
          {submit}
        </ActionButton>
        {changed ? (
          <ActionButton look="plain" onClick={onDiscard}>
            {t('discard')}
          </ActionButton>
        ) : null}
      </div>
      {note ? <p className={css.note}>{note}</p> : null}
    </form>
  )
}
