import { type ReactNode, useEffect } from 'react'

import { ForgotPasswordLink } from '#backoffice/kit/sign-in/ForgotPasswordLink.tsx'
import { LanguageLinks } from '#backoffice/kit/sign-in/LanguageLinks.tsx'
import { SignInMethods } from '#backoffice/kit/sign-in/SignInMethods.tsx'
import { SignInForm } from '#backoffice/kit/sign-in/SignInForm.tsx'
import { signIn } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './SignInPage.module.css'

/** Shown at any address without a session. After sign-in the requested page appears. */
export function SignInPage({ onSignedIn }: { onSignedIn: (staff: Staff) => void }) {
  const t = useSignInTranslate()
  return (
    <SignInPageFrame title={t('theBackoffice')} intro={t('forThePeople')}>
      <SignInForm attempt={signIn} help={t('signInHelp')} onSignedIn={onSignedIn} />
      <ForgotPasswordLink to="/backoffice/forgot" />
      <SignInMethods onSignedIn={onSignedIn} />
    </SignInPageFrame>
  )
}

/** Layout of the pages before sign-in. */
export function SignInPageFrame({
  title,
  intro,
  children,
}: {
  title: string
  intro: string
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Giftpoint`
  }, [title])
  return (
    <div className={css.page}>
      <main className={css.content}>
        <p className={css.shop}>
          <GiftMark />
          Giftpoint
        </p>
        <div>
          <h1 className={css.title}>{title}</h1>
          <p className={css.soft}>{intro}</p>
        </div>
        {children}
        <LanguageLinks />
      </main>
      <div className={css.side} aria-hidden="true">
        <GiftMark />
      </div>
    </div>
  )
}

function GiftMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4.500 11.500h15v8.500h-15v-8.500Zm-1-4h17v4h-17v-4ZM12 7.500V20m0-12.500S10.500 3.500 8 3.500a2 2 0 0 0 0 4h4Zm0 0s1.500-4 4-4a2 2 0 0 1 0 4h-4Z" />
    </svg>
  )
}
