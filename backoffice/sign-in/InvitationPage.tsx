import { type FormEvent, useState } from 'react'

import { goTo } from '#backoffice/desk-address.tsx'
import { callPlainly } from '#backoffice/desk-client.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useRefusalWords } from '#backoffice/refusal-words.ts'
import { DoorPage } from '#backoffice/sign-in/SignInPage.tsx'
import { signIn } from '#backoffice/sign-in/sign-in.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import { refused } from '#contract/refusal.ts'

import css from './SignInForm.module.css'

const LEAST_PASSWORD = 12

/** A password by the link of an invitation; with it one is in, unless an app is asked for. */
export function InvitationPage({ onIn }: { onIn: (staff: Staff) => void }) {
  const say = useSay()
  const words = useRefusalWords()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setWrong(null)
    const token = window.location.hash.slice(1)
    const outcome = await callPlainly('acceptInvitation', { token, password }).catch(() => null)
    if (outcome === null) setWrong(say('noConnection'))
    else if (refused(outcome)) {
      setWrong(outcome.field === 'token' ? say('invitationOver') : words(outcome))
    } else {
      const result = await signIn({ email: outcome.email, password, totp: '' }, () => {})
      goTo('/desk', { replace: true })
      if (result.kind === 'in') onIn(result.staff)
    }
    setBusy(false)
  }

  return (
    <DoorPage title={say('welcome')} words={say('choosePassword')}>
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {wrong ? <Notice kind="bad">{wrong}</Notice> : null}
        <DeskField
          label={say('passwordNew')}
          hint={say('atLeast', { count: LEAST_PASSWORD })}
          type="password"
          autoComplete="new-password"
          required
          minLength={LEAST_PASSWORD}
          large
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <DeskButton type="submit" look="main" wide className={css.submit} busy={busy}>
          {say('goOn')}
        </DeskButton>
      </form>
    </DoorPage>
  )
}
