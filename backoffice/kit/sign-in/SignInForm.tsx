import { type RefObject, useEffect, useRef, useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { PasswordField } from '#backoffice/kit/form/PasswordFields.tsx'
import { SignInFrame } from '#backoffice/kit/sign-in/SignInFrame.tsx'
import type { SignInResult, SignInInput } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { SignInKey } from '#backoffice/i18n/message-keys.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

type SignInFormProps<Account> = {
  /** The email address of a returning user. */
  email?: string
  /**
   * One sign-in attempt, in the back office or the employer portal. `onWork` runs before a proof of work is computed.
   */
  attempt: (typed: SignInInput, onWork: () => void) => Promise<SignInResult<Account>>
  /** Help for users who have lost their phone. */
  help: string
  onSignedIn: (account: Account) => void
}

type Credentials = { email: string; password: string }

/** Asks for the password, and in a second step for a code if the account uses an authenticator app. */
export function SignInForm<Account>({
  email: fixedEmail,
  attempt,
  help,
  onSignedIn,
}: SignInFormProps<Account>) {
  const t = useSignInTranslate()
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  const secretField = useRef<HTMLInputElement>(null)
  const { error, setError, state, send } = useAttempt(attempt, onSignedIn)

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const textOf = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value : ''
    }
    const credentials = accepted ?? {
      email: fixedEmail ?? textOf('email'),
      password: textOf('password'),
    }
    const result = await send({ ...credentials, totp: textOf('totp') }, accepted !== null)
    if (result === 'needs-code') setAccepted(credentials)
    if (result === 'wrong') secretField.current?.select()
  }

  function submitKey(): SignInKey {
    if (state === 'computing-proof') return 'signInWorking'
    return accepted || fixedEmail ? 'goOn' : 'signIn'
  }

  return (
    <>
      <SignInFrame
        result={error === null ? null : { kind: 'bad', text: error }}
        submit={t(submitKey())}
        busy={state !== 'idle'}
        {...(accepted ? { help } : {})}
        onSubmit={submit}
      >
        {accepted ? (
          <CodeField email={accepted.email} field={secretField} />
        ) : (
          <PasswordFields fixedEmail={fixedEmail} passwordField={secretField} />
        )}
      </SignInFrame>
      {accepted ? (
        <ActionButton
          variant="plain"
          small
          onClick={() => {
            setAccepted(null)
            setError(null)
          }}
        >
          {t('backToPassword')}
        </ActionButton>
      ) : null}
    </>
  )
}

/** Runs one attempt at a time, with a text for its error. */
function useAttempt<Account>(
  attempt: SignInFormProps<Account>['attempt'],
  onSignedIn: (account: Account) => void,
) {
  const t = useSignInTranslate()
  const announce = useAnnounce()
  const failureText = useFailureTexts()
  const [error, setError] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'sending' | 'computing-proof'>('idle')

  async function send(typed: SignInInput, isSecondStep: boolean): Promise<SignInResult['kind']> {
    setError(null)
    setState('sending')
    const result = await attempt(typed, () => {
      setState('computing-proof')
      announce(t('signInWork'))
    })
    setState('idle')
    const texts: Record<'wrong' | 'try-later', SignInKey> = {
      wrong: isSecondStep ? 'wrongCodeHere' : 'signInWrong',
      'try-later': 'signInCrowded',
    }
    if (result.kind === 'signed-in') onSignedIn(result.who)
    else if (result.kind === 'failed') setError(failureText(result.error))
    else if (result.kind !== 'needs-code') setError(t(texts[result.kind]))
    return result.kind
  }
  return { error, setError, state, send }
}

type PasswordFieldsProps = {
  fixedEmail: string | undefined
  passwordField: RefObject<HTMLInputElement | null>
}

function PasswordFields({ fixedEmail, passwordField }: PasswordFieldsProps) {
  const t = useSignInTranslate()
  return (
    <>
      {fixedEmail === undefined ? (
        <FormField
          label={t('mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          large
        />
      ) : (
        <input type="hidden" name="username" autoComplete="username" value={fixedEmail} />
      )}
      <PasswordField
        ref={passwordField}
        label={fixedEmail === undefined ? t('password') : t('passwordOf', { mail: fixedEmail })}
        name="password"
        autoComplete="current-password"
        required
        large
      />
    </>
  )
}

type CodeFieldProps = { email: string; field: RefObject<HTMLInputElement | null> }

/** The field for the code. It takes the focus, so that screen readers read its hint. */
function CodeField({ email, field }: CodeFieldProps) {
  const t = useSignInTranslate()
  useEffect(() => field.current?.focus(), [field])
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <FormField
        ref={field}
        label={t('appCode')}
        hint={t('secondStep')}
        name="totp"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
        large
      />
    </>
  )
}
