import { type FormEvent, useState } from 'react'

import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { DoorPage } from '#backoffice/sign-in/SignInPage.tsx'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'
import { type Refusal, refused } from '#contract/refusal.ts'

import css from './SignInForm.module.css'

type ForgotPasswordProps = {
  /** The sign-in page that it leads back to. */
  home: string
  ask: (input: { email: string }) => Promise<object | Refusal<string>>
}

/** Asks for a link to choose a new password. The answer is the same for every address. */
export function ForgotPassword({ home, ask }: ForgotPasswordProps) {
  const say = useDoorSay()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'resetSent' | 'resetTooOften' | 'noConnection' | null>(
    null,
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setOutcome(
      await ask({ email }).then(
        (answer) => (refused(answer) ? 'resetTooOften' : 'resetSent'),
        () => 'noConnection' as const,
      ),
    )
    setBusy(false)
  }

  return (
    <DoorPage title={say('resetTitle')} words={say('resetIntro')}>
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {outcome ? (
          <Notice kind={outcome === 'resetSent' ? 'good' : 'bad'}>{say(outcome)}</Notice>
        ) : null}
        <DeskField
          label={say('mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          large
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <DeskButton type="submit" look="main" wide className={css.submit} busy={busy}>
          {say('resetSend')}
        </DeskButton>
        <p className={css.help}>
          <a href={home}>{say('resetBack')}</a>
        </p>
      </form>
    </DoorPage>
  )
}
