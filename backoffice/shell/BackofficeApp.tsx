import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'
import { callOnce } from '#backoffice/kit/api/backoffice-client.ts'
import { meQuery } from '#backoffice/kit/api/staff-queries.ts'
import { dropPendingCalls, onMissingTwoFactor } from '#backoffice/kit/api/staff-session.ts'
import { clearRecentPages } from '#backoffice/kit/page/recent-pages.ts'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { languageAtSignIn, type OfferedLanguage } from '#backoffice/kit/sign-in/page-language.ts'
import { SignInPage } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { AllMessagesProvider, useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const Layout = lazy(async () => ({
  default: (await import('#backoffice/shell/layout/Layout.tsx')).Layout,
}))

const TwoFactorPage = lazy(async () => ({
  default: (await import('#backoffice/shell/layout/TwoFactorPage.tsx')).TwoFactorPage,
}))

const ForgotPassword = lazy(async () => ({
  default: (await import('#backoffice/kit/sign-in/ForgotPassword.tsx')).ForgotPassword,
}))

const InvitationPage = lazy(async () => ({
  default: (await import('#backoffice/shell/sign-in/InvitationPage.tsx')).InvitationPage,
}))

const CompanySignInReturn = lazy(async () => ({
  default: (await import('#backoffice/shell/sign-in/CompanySignInReturn.tsx')).CompanySignInReturn,
}))

/** Replaces the data of the page after a sign-in, and sets the user's language. */
function useSignInResult() {
  const queries = useQueryClient()
  const { language, setLanguage } = useBackofficeLanguage()
  const [offer, setOffer] = useState<OfferedLanguage | null>(null)
  async function enterBackoffice(staff: Staff) {
    const store = () => callOnce('changeLanguage', { language })
    // Without the second factor nothing can be stored yet.
    const signedIn = languageAtSignIn(staff, language, staff.needs_second_factor ? null : store)
    await setLanguage(signedIn.person.language)
    dropPendingCalls()
    clearRecentPages()
    setOffer(signedIn.offer)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
    queries.setQueryData(meQuery.queryKey, signedIn.person)
  }
  return { enterBackoffice, offer }
}

/** The sign-in page, or the back office. */
export function BackofficeApp() {
  const { pathname } = useLocation()
  const me = useQuery(meQuery)
  const queries = useQueryClient()
  const { enterBackoffice, offer } = useSignInResult()
  useEffect(() => onMissingTwoFactor(() => void queries.invalidateQueries(meQuery)), [queries])

  if (pathname === '/backoffice/forgot') {
    return (
      <Suspense>
        <ForgotPassword
          home="/backoffice"
          requestLink={(input) => callOnce('forgotPassword', input)}
        />
      </Suspense>
    )
  }
  if (pathname === '/backoffice/invitation' || pathname === '/backoffice/reset') {
    return (
      <Suspense>
        <AllMessagesProvider>
          <InvitationPage
            call={pathname === '/backoffice/reset' ? 'resetPassword' : 'acceptInvitation'}
            onSignedIn={(staff) => void enterBackoffice(staff)}
          />
        </AllMessagesProvider>
      </Suspense>
    )
  }
  if (pathname === '/backoffice/openid') {
    return (
      <Suspense>
        <CompanySignInReturn onSignedIn={(staff) => void enterBackoffice(staff)} />
      </Suspense>
    )
  }
  if (me.data === undefined) {
    return me.isError ? <LoadError error={me.error} onRetry={() => void me.refetch()} /> : null
  }
  if (!me.data) return <SignInPage onSignedIn={(staff) => void enterBackoffice(staff)} />
  if (me.data.needs_second_factor) {
    return (
      <Suspense>
        <AllMessagesProvider>
          <TwoFactorPage
            staff={me.data}
            onSignedIn={(staff) => void enterBackoffice(staff)}
            onSetUp={() => void me.refetch().then(({ data }) => data && enterBackoffice(data))}
          />
        </AllMessagesProvider>
      </Suspense>
    )
  }
  return (
    <Suspense>
      <AllMessagesProvider>
        <Layout staff={me.data} offer={offer} />
      </AllMessagesProvider>
    </Suspense>
  )
}
