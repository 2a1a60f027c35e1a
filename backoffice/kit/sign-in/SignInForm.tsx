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
  /** One sign-in attempt, in the back office or the employer portal. */
  attempt: (typed: SignInInput, onWork: () => void) => Promise<SignInResult<Account>>
  /** Help for users who have lost their phone. */
  help: string
  onSignedIn: (who: Account) => void
}

type Credentials = { email: string; password: string }

/** First the password. A code is asked for in a second step, and only where the account has an app. */
export function SignInForm<Account>({
  email: fixedEmail,
  attempt,
  help,
  onSignedIn,
}: SignInFormProps<Account>) {
  const t = useSignInTranslate()
  const [accepted, setAccepted] = useState<Credentials | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { error, setError, state, send } = useAttempt(attempt, onSignedIn)

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const textOf = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value : ''
    }
    const password = accepted ?? {
      email: fixedEmail ?? textOf('email'),
      password: textOf('password'),
    }
    const result = await send({ ...password, totp: textOf('totp') }, accepted !== null)
    if (result === 'needs-code') setAccepted(password)
    if (result === 'wrong') field.current?.select()
  }

  return (
    <>
      <SignInFrame
        result={error === null ? null : { kind: 'bad', text: error }}
        submit={t(
          state === 'working' ? 'signInWorking' : accepted || fixedEmail ? 'goOn' : 'signIn',
        )}
        busy={state !== 'idle'}
        {...(accepted ? { help } : {})}
        onSubmit={submit}
      >
        {accepted ? (
          <CodeField email={accepted.email} field={field} />
        ) : (
          <PasswordFields fixedEmail={fixedEmail} field={field} />
        )}
      </SignInFrame>
      {accepted ? (
        <ActionButton
          look="plain"
          little
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
  onSignedIn: (who: Account) => void,
) {
  const t = useSignInTranslate()
  const announce = useAnnounce()
  const failure = useFailureTexts()
  const [error, setError] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'working'>('idle')

  async function send(typed: SignInInput, isSecondStep: boolean): Promise<SignInResult['kind']> {
    setError(null)
    setState('asking')
    const result = await attempt(typed, () => {
      setState('working')
      announce(t('signInWork'))
    })
    setState('idle')
    const texts: Record<'wrong' | 'try-later', SignInKey> = {
      wrong: isSecondStep ? 'wrongCodeHere' : 'signInWrong',
      'try-later': 'signInCrowded',
    }
    if (result.kind === 'signed-in') onSignedIn(result.who)
    else if (result.kind === 'failed') setError(failure(result.error))
    else if (result.kind !== 'needs-code') setError(t(texts[result.kind]))
    return result.kind
  }
  return { error, setError, state, send }
}

type PasswordFieldsProps = {
  fixedEmail: string | undefined
  field: RefObject<HTMLInputElement | null>
}

function PasswordFields({ fixedEmail, field }: PasswordFieldsProps) {
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
        ref={field}
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

/** Gets the focus, and its hint is read with it. */
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
