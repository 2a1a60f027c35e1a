import { useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { NewPassword } from '#backoffice/kit/form/PasswordFields.tsx'
import { SignInFrame } from '#backoffice/kit/sign-in/SignInFrame.tsx'
import { SignInPageFrame } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

type ChoosePasswordProps = {
  /** Texts from the page that the link opens: back office or employer portal. */
  texts: { title: string; intro: string; password: string; atLeast: string }
  /** Signs the user in, or returns the error. */
  accept: (input: {
    token: string
    password: string
  }) => Promise<string | { passwordIssue: string } | null>
}

/** Chooses a password by the link of an invitation. It signs the user in, unless a code of an app is required. */
export function ChoosePassword({ texts, accept }: ChoosePasswordProps) {
  const t = useSignInTranslate()
  const failureText = useFailureTexts()
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<Awaited<ReturnType<ChoosePasswordProps['accept']>>>(null)
  const [busy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    setFailure(null)
    const token = window.location.hash.slice(1)
    setFailure(await accept({ token, password }).catch(failureText))
    setBusy(false)
  }

  return (
    <SignInPageFrame title={texts.title} intro={texts.intro}>
      <SignInFrame
        result={typeof failure === 'string' ? { kind: 'bad', text: failure } : null}
        submit={t('goOn')}
        busy={busy}
        onSubmit={submit}
      >
        <NewPassword
          label={texts.password}
          hint={texts.atLeast}
          issue={typeof failure === 'object' ? (failure?.passwordIssue ?? null) : null}
          large
          value={password}
          onValue={setPassword}
        />
      </SignInFrame>
    </SignInPageFrame>
  )
}
