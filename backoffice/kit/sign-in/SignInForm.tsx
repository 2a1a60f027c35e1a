import { type RefObject, useRef, useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { SignInFrameForm } from '#backoffice/kit/sign-in/SignInFrame.tsx'
import type { SignInResult, Typed } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { SignInKey } from '#backoffice/i18n/message-keys.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

const SAID: Record<Exclude<SignInResult['kind'], 'in' | 'failed'>, SignInKey> = {
  wrong: 'signInWrong',
  crowded: 'signInCrowded',
}

type SignInFormProps<Who> = {
  /** The email address of a returning user. */
  email?: string
  /** One sign-in attempt, in the back office or the employer portal. */
  attempt: (typed: Typed, onWork: () => void) => Promise<SignInResult<Who>>
  /** What to do where the phone is lost. */
  help: string
  onIn: (who: Who) => void
}

/** Asks every user for the authenticator code, so that the form does not reveal which accounts have an app. */
export function SignInForm<Who>({ email: known, attempt, help, onIn }: SignInFormProps<Who>) {
  const t = useSignInTranslate()
  const announce = useAnnounce()
  const failure = useFailureTexts()
  const [wrong, setWrong] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'asking' | 'working'>('idle')
  const password = useRef<HTMLInputElement>(null)

  async function submit(form: HTMLFormElement) {
    const typed = new FormData(form)
    const field = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value : ''
    }
    setWrong(null)
    setState('asking')
    const result = await attempt(
      { email: known ?? field('email'), password: field('password'), totp: field('totp') },
      () => {
        setState('working')
        announce(t('signInWork'))
      },
    )
    setState('idle')
    if (result.kind === 'in') return onIn(result.who)
    setWrong(result.kind === 'failed' ? failure(result.error) : t(SAID[result.kind]))
    if (result.kind === 'wrong') password.current?.select()
  }

  return (
    <SignInFrameForm
      result={wrong === null ? null : { kind: 'bad', text: wrong }}
      submit={t(state === 'working' ? 'signInWorking' : known === undefined ? 'signIn' : 'goOn')}
      busy={state !== 'idle'}
      help={help}
      onSubmit={submit}
    >
      <SignInFields known={known} password={password} />
    </SignInFrameForm>
  )
}

type SignInFieldsProps = {
  known: string | undefined
  password: RefObject<HTMLInputElement | null>
}

function SignInFields({ known, password }: SignInFieldsProps) {
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
      <FormField
        ref={password}
        label={known === undefined ? t('password') : t('passwordOf', { mail: known })}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        large
      />
      <FormField
        label={t('appCode')}
        aside={t('ifYouHaveOne')}
        name="totp"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        large
      />
    </>
  )
}
