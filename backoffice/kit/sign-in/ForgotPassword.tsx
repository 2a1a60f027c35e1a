import { useState } from 'react'

import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { SignInFrame } from '#backoffice/kit/sign-in/SignInFrame.tsx'
import { SignInPageFrame } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

import css from './SignInForm.module.css'

type ForgotPasswordProps = {
  /** The sign-in page to return to. */
  home: string
  requestLink: (input: { email: string }) => Promise<object | Refusal<string>>
}

/** Asks for a link to choose a new password. The answer is the same for every address. */
export function ForgotPassword({ home, requestLink }: ForgotPasswordProps) {
  const t = useSignInTranslate()
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'resetSent' | 'resetTooOften' | 'noConnection' | null>(
    null,
  )

  async function submit() {
    setBusy(true)
    setOutcome(
      await requestLink({ email }).then(
        (answer) => (refused(answer) ? 'resetTooOften' : 'resetSent'),
        () => 'noConnection' as const,
      ),
    )
    setBusy(false)
  }

  return (
    <SignInPageFrame title={t('resetTitle')} intro={t('resetIntro')}>
      <SignInFrame
        result={outcome && { kind: outcome === 'resetSent' ? 'good' : 'bad', text: t(outcome) }}
        submit={t('resetSend')}
        busy={busy}
        onSubmit={submit}
      >
        <FormField
          label={t('mail')}
          name="email"
          type="email"
          autoComplete="username"
          required
          large
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      </SignInFrame>
      <p className={css.help}>
        <a href={home}>{t('resetBack')}</a>
      </p>
    </SignInPageFrame>
  )
}
