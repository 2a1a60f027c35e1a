import { useState } from 'react'

import { useFailureWords } from '#backoffice/failure-words.ts'
import { NewPassword } from '#backoffice/parts/PasswordFields.tsx'
import { DoorForm } from '#backoffice/sign-in/DoorForm.tsx'
import { DoorPage } from '#backoffice/sign-in/SignInPage.tsx'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'

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

  async function submit() {
    setBusy(true)
    setWrong(null)
    const token = window.location.hash.slice(1)
    setWrong(await accept({ token, password }).catch(failure))
    setBusy(false)
  }

  return (
    <DoorPage title={words.title} words={words.intro}>
      <DoorForm
        result={typeof wrong === 'string' ? { kind: 'bad', text: wrong } : null}
        submit={say('goOn')}
        busy={busy}
        onSubmit={submit}
      >
        <NewPassword
          label={words.password}
          hint={words.atLeast}
          issue={typeof wrong === 'object' ? (wrong?.ofPassword ?? null) : null}
          large
          value={password}
          onValue={setPassword}
        />
      </DoorForm>
    </DoorPage>
  )
}
