import { type RefObject, useEffect, useRef, useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { PasswordField } from '#backoffice/kit/form/PasswordFields.tsx'
import { SignInFrame } from '#backoffice/kit/sign-in/SignInFrame.tsx'
import type { SignInResult, Typed } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { SignInKey } from '#backoffice/i18n/message-keys.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

type SignInFormProps<Who> = {
  /** The email address of a returning user. */
  email?: string
  /** One sign-in attempt, in the back office or the employer portal. */
  attempt: (typed: Typed, onWork: () => void) => Promise<SignInResult<Who>>
  /** Help for users who have lost their phone. */
  help: string
  onIn: (who: Who) => void
}

type Password = { email: string; password: string }

/** First the password. A code is asked for in a second step, and only where the account has an app. */
export function SignInForm<Who>({ email: known, attempt, help, onIn }: SignInFormProps<Who>) {
  const t = useSignInTranslate()
  const [right, setRight] = useState<Password | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { wrong, setWrong, state, send } = useAttempt(attempt, onIn)

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const textOf = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value : ''
    }
    const password = right ?? { email: known ?? textOf('email'), password: textOf('password') }
    const result = await send({ ...password, totp: textOf('totp') }, right !== null)
    if (result === 'half') setRight(password)
    if (result === 'wrong') field.current?.select()
  }

  return (
    <>
      <SignInFrame
        result={wrong === null ? null : { kind: 'bad', text: wrong }}
        submit={t(state === 'working' ? 'signInWorking' : right || known ? 'goOn' : 'signIn')}
        busy={state !== 'idle'}
        {...(right ? { help } : {})}
        onSubmit={submit}
      >
        {right ? (
          <CodeField email={right.email} field={field} />
        ) : (
          <PasswordFields known={known} field={field} />
        )}
      </SignInFrame>
      {right ? (
        <ActionButton
          look="plain"
          little
          onClick={() => {
            setRight(null)
            setWrong(null)
          }}
        >
          {t('backToPassword')}
        </ActionButton>
      ) : null}
    </>
  )
}

/** Runs one attempt at a time, with a text for its error. */
function useAttempt<Who>(attempt: SignInFormProps<Who>['attempt'], onIn: (who: Who) => void) {
  const t = useSignInTranslate()
  const announce = useAnnounce()
  const failure = useFailureTexts()
  const [wrong, setWrong] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'working'>('idle')

  async function send(typed: Typed, isSecondStep: boolean): Promise<SignInResult['kind']> {
    setWrong(null)
    setState('asking')
    const result = await attempt(typed, () => {
      setState('working')
      announce(t('signInWork'))
    })
    setState('idle')
    const texts: Record<'wrong' | 'crowded', SignInKey> = {
      wrong: isSecondStep ? 'wrongCodeHere' : 'signInWrong',
      crowded: 'signInCrowded',
    }
    if (result.kind === 'in') onIn(result.who)
    else if (result.kind === 'failed') setWrong(failure(result.error))
    else if (result.kind !== 'half') setWrong(t(texts[result.kind]))
    return result.kind
  }
  return { wrong, setWrong, state, send }
}

type PasswordFieldsProps = {
  known: string | undefined
  field: RefObject<HTMLInputElement | null>
}

function PasswordFields({ known, field }: PasswordFieldsProps) {
  const t = useSignInTranslate()
  return (
    <>
      {known === undefined ? (
        <FormField
          label={t('mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          large
        />
      ) : (
        <input type="hidden" name="username" autoComplete="username" value={known} />
      )}
      <PasswordField
        ref={field}
        label={known === undefined ? t('password') : t('passwordOf', { mail: known })}
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
