import { type FormEvent, type ReactNode, useId } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'

import css from './SignInForm.module.css'

type SignInFrameProps = {
  /** The result of the last attempt. */
  result: { kind: 'good' | 'bad'; text: string } | null
  submit: string
  busy: boolean
  /** Under the button, which it describes. */
  help?: string
  onSubmit: (form: HTMLFormElement) => Promise<void>
  children: ReactNode
}

/** A form of the pages before the sign-in: its fields and one wide button. */
export function SignInFrame({ result, submit, busy, help, onSubmit, children }: SignInFrameProps) {
  const helpId = useId()

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) void onSubmit(event.currentTarget)
  }

  return (
    <form className={css.form} onSubmit={send}>
      {result ? <Notice kind={result.kind}>{result.text}</Notice> : null}
      {children}
      <ActionButton
        type="submit"
        variant="main"
        wide
        className={css.submit}
        busy={busy}
        {...(help === undefined ? {} : { 'aria-describedby': helpId })}
      >
        {submit}
      </ActionButton>
      {help === undefined ? null : (
        <p id={helpId} className={css.help}>
          {help}
        </p>
      )}
    </form>
  )
}
