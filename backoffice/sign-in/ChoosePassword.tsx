import { type FormEvent, useState } from 'react'

import { useFailureWords } from '#backoffice/failure-words.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskField } from '#backoffice/parts/DeskField.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { DoorPage } from '#backoffice/sign-in/SignInPage.tsx'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'

import css from './SignInForm.module.css'

export const LEAST_PASSWORD = 12

type ChoosePasswordProps = {
  /** As the door says it that the link leads through. */
  words: { title: string; intro: string; password: string; atLeast: string }
  /** Takes whoever it is in, or answers what is wrong. */
  accept: (given: {
    token: string
    password: string
  }) => Promise<string | { ofPassword: string } | null>
}

/** A password by the link of an invitation; with it one is in, unless an app is asked for. */
export function ChoosePassword({ words, accept }: ChoosePasswordProps) {
  const say = useDoorSay()
  const failure = useFailureWords()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Awaited<ReturnType<ChoosePasswordProps['accept']>>>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setWrong(null)
    const token = window.location.hash.slice(1)
    setWrong(await accept({ token, password }).catch(failure))
    setBusy(false)
  }

  return (
    <DoorPage title={words.title} words={words.intro}>
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {typeof wrong === 'string' ? <Notice kind="bad">{wrong}</Notice> : null}
        <DeskField
          label={words.password}
          hint={words.atLeast}
          issue={typeof wrong === 'object' ? wrong?.ofPassword : null}
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
