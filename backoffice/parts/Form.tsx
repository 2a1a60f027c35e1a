import { type ReactNode, useEffect, useRef } from 'react'

import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { FormIssue } from '#backoffice/parts/form-issue.ts'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import type { Refusal } from '#contract/refusal.ts'

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
  changed,
  onSubmit,
  onDiscard,
  children,
}: FormProps) {
  const say = useSay()
  const form = useRef<HTMLFormElement>(null)
  const wasBusy = useRef(false)
  // Whoever sent it is led to the first field that is wrong.
  useEffect(() => {
    if (wasBusy.current && !busy) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
    wasBusy.current = busy
  }, [busy])
  const field = refusal?.field
  const issue =
    field === undefined || wrong === null
      ? null
      : { field, sentence: refusal?.refused === 'invalid-input' ? say('invalidHere') : wrong }
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {titled ? <h2>{title}</h2> : null}
      <FormIssue value={issue}>{children}</FormIssue>
      {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
      <div className={css.deeds}>
        <DeskButton type="submit" look={main ? 'main' : 'quiet'} busy={busy}>
          {submit}
        </DeskButton>
        {changed ? (
          <DeskButton look="plain" onClick={onDiscard}>
            {say('discard')}
          </DeskButton>
        ) : null}
      </div>
      {note ? <p className={css.note}>{note}</p> : null}
    </form>
  )
}
