import { useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { NewPassword } from '#backoffice/kit/form/PasswordFields.tsx'
import { SignInFrame } from '#backoffice/kit/sign-in/SignInFrame.tsx'
import { SignInPageFrame } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

type ChoosePasswordProps = {
  /** Texts from the page that the link opens: back office or employer portal. */
  words: { title: string; intro: string; password: string; atLeast: string }
  /** Signs the user in, or returns the error. */
  accept: (given: {
    token: string
    password: string
  }) => Promise<string | { ofPassword: string } | null>
}

/** Chooses a password by the link of an invitation. It signs the user in, unless a code of an app is required. */
export function ChoosePassword({ words, accept }: ChoosePasswordProps) {
  const t = useSignInTranslate()
  const failure = useFailureTexts()
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
    <SignInPageFrame title={words.title} words={words.intro}>
      <SignInFrame
        result={typeof wrong === 'string' ? { kind: 'bad', text: wrong } : null}
        submit={t('goOn')}
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
      </SignInFrame>
    </SignInPageFrame>
  )
}
