import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'
import {
  dropPendingCalls,
  subscribeToSession,
  sessionHasEnded,
  completeSignIn,
} from '#backoffice/kit/api/staff-session.ts'
import { callOnce, whoQuery } from '#employer-portal/api/portal-client.ts'
import { attemptAt, employerPortal } from '#employer-portal/sign-in/employer-sign-in.ts'
import { EmployerMessages, usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { PasskeyButton } from '#backoffice/kit/sign-in/PasskeyButton.tsx'
import { ForgotPasswordLink } from '#backoffice/kit/sign-in/ForgotPasswordLink.tsx'
import { withPageLanguage } from '#backoffice/kit/sign-in/page-language.ts'
import { SignInForm } from '#backoffice/kit/sign-in/SignInForm.tsx'
import { SignInPageFrame } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { Who } from '#contract/employers/sign-in.employer.ts'

const ForgotPassword = lazy(async () => ({
  default: (await import('#backoffice/kit/sign-in/ForgotPassword.tsx')).ForgotPassword,
}))
const EmployerLayout = lazy(async () => ({
  default: (await import('#employer-portal/EmployerLayout.tsx')).EmployerLayout,
}))
const EmployerInvitation = lazy(async () => ({
  default: (await import('#employer-portal/sign-in/EmployerInvitation.tsx')).EmployerInvitation,
}))

/** The sign-in page, or the portal for a signed-in user. */
export function EmployerPortal() {
  return (
    <Suspense>
      <EmployerMessages>
        <SignInOrPortal />
      </EmployerMessages>
    </Suspense>
  )
}

function SignInOrPortal() {
  const { pathname } = useLocation()
  const who = useQuery(whoQuery)
  const queries = useQueryClient()
  const { language, setLanguage } = useBackofficeLanguage()
  const ended = useSyncExternalStore(subscribeToSession, sessionHasEnded)

  const inPageLanguage = (who: Who) =>
    withPageLanguage(who, language, () => callOnce('changeLanguage', { language }))

  async function openPortal(who: Who) {
    const signedIn = inPageLanguage(who)
    await setLanguage(signedIn.language)
    dropPendingCalls()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'employer' })
    queries.setQueryData(whoQuery.queryKey, signedIn)
  }

  if (pathname === '/employer/forgot') {
    return (
      <ForgotPassword home="/employer" requestLink={(input) => callOnce('forgotPassword', input)} />
    )
  }
  if (pathname === '/employer/invitation' || pathname === '/employer/reset') {
    return (
      <EmployerInvitation
        call={pathname === '/employer/reset' ? 'resetPassword' : 'acceptInvitation'}
        onSignedIn={(signedIn) => void openPortal(signedIn)}
      />
    )
  }
  if (who.data === undefined) {
    return who.isError ? <LoadError error={who.error} onRetry={() => void who.refetch()} /> : null
  }
  if (!who.data) return <SignIn onSignedIn={(signedIn) => void openPortal(signedIn)} />
  return (
    <>
      {ended ? (
        <SignIn
          known={who.data}
          onSignedIn={(signedIn) => {
            queries.setQueryData(whoQuery.queryKey, inPageLanguage(signedIn))
            completeSignIn()
          }}
        />
      ) : null}
      {/* Hidden, not unmounted, so that typed text survives. */}
      <div hidden={ended}>
        <EmployerLayout who={who.data} />
      </div>
    </>
  )
}

function SignIn({ known, onSignedIn }: { known?: Who; onSignedIn: (who: Who) => void }) {
  const t = usePortalTranslate()
  return (
    <SignInPageFrame title={t('title')} intro={t('forEmployers')}>
      {known ? <Notice kind="info">{t('sessionOver')}</Notice> : null}
      <SignInForm
        {...(known ? { email: known.email } : {})}
        attempt={attemptAt}
        help={t('lostPhone')}
        onSignedIn={onSignedIn}
      />
      <ForgotPasswordLink to="/employer/forgot" />
      <PasskeyButton endpoints={employerPortal} onSignedIn={onSignedIn} />
    </SignInPageFrame>
  )
}
