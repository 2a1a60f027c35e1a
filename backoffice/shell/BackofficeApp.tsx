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

const Frame = lazy(async () => ({
  default: (await import('#backoffice/shell/layout/Layout.tsx')).Layout,
}))

const FactorPage = lazy(async () => ({
  default: (await import('#backoffice/shell/layout/TwoFactorPage.tsx')).TwoFactorPage,
}))

const ForgotPassword = lazy(async () => ({
  default: (await import('#backoffice/kit/sign-in/ForgotPassword.tsx')).ForgotPassword,
}))

const InvitationPage = lazy(async () => ({
  default: (await import('#backoffice/shell/sign-in/InvitationPage.tsx')).InvitationPage,
}))

const BackFromCompany = lazy(async () => ({
  default: (await import('#backoffice/shell/sign-in/CompanySignInReturn.tsx')).CompanySignInReturn,
}))

/** Shows what this user may see, in the language of the page, after a sign-in. */
function useEnter() {
  const queries = useQueryClient()
  const { language, speak } = useBackofficeLanguage()
  const [offer, setOffer] = useState<OfferedLanguage | null>(null)
  async function enter(who: Staff) {
    const store = () => callOnce('changeLanguage', { language })
    // Without the second factor nothing can be stored yet.
    const entered = languageAtSignIn(who, language, who.needs_second_factor ? null : store)
    await speak(entered.person.language)
    dropPendingCalls()
    clearRecentPages()
    setOffer(entered.offer)
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
    queries.setQueryData(meQuery.queryKey, entered.person)
  }
  return { enter, offer }
}

/** The sign-in page, or the back office. */
export function BackofficeApp() {
  const { pathname } = useLocation()
  const me = useQuery(meQuery)
  const queries = useQueryClient()
  const { enter, offer } = useEnter()
  useEffect(() => onMissingTwoFactor(() => void queries.invalidateQueries(meQuery)), [queries])

  if (pathname === '/backoffice/forgot') {
    return (
      <Suspense>
        <ForgotPassword home="/backoffice" ask={(input) => callOnce('forgotPassword', input)} />
      </Suspense>
    )
  }
  if (pathname === '/backoffice/invitation' || pathname === '/backoffice/reset') {
    return (
      <Suspense>
        <AllMessagesProvider>
          <InvitationPage
            by={pathname === '/backoffice/reset' ? 'resetPassword' : 'acceptInvitation'}
            onIn={(staff) => void enter(staff)}
          />
        </AllMessagesProvider>
      </Suspense>
    )
  }
  if (pathname === '/backoffice/openid') {
    return (
      <Suspense>
        <BackFromCompany onIn={(staff) => void enter(staff)} />
      </Suspense>
    )
  }
  if (me.data === undefined) {
    return me.isError ? <LoadError error={me.error} onRetry={() => void me.refetch()} /> : null
  }
  if (!me.data) return <SignInPage onIn={(staff) => void enter(staff)} />
  if (me.data.needs_second_factor) {
    return (
      <Suspense>
        <AllMessagesProvider>
          <FactorPage
            staff={me.data}
            onIn={(staff) => void enter(staff)}
            onSetUp={() => void me.refetch().then(({ data }) => data && enter(data))}
          />
        </AllMessagesProvider>
      </Suspense>
    )
  }
  return (
    <Suspense>
      <AllMessagesProvider>
        <Frame staff={me.data} offer={offer} />
      </AllMessagesProvider>
    </Suspense>
  )
}
