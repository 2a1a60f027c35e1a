import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { usePlace } from '#backoffice/desk-address.tsx'
import {
  beginAnew,
  followSession,
  sessionHasEnded,
  signedInAgain,
} from '#backoffice/desk-session.ts'
import { callPlainly, whoQuery } from '#backoffice/employer-door/employer-client.ts'
import { attemptAt, employersDoor } from '#backoffice/employer-door/sign-in-at.ts'
import { EmployerWords, useEmployerSay } from '#backoffice/employer-door/employer-words.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { ByPasskey } from '#backoffice/sign-in/ByPasskey.tsx'
import { ForgotLink } from '#backoffice/sign-in/ForgotLink.tsx'
import { withPageLanguage } from '#backoffice/sign-in/page-language.ts'
import { SignInForm } from '#backoffice/sign-in/SignInForm.tsx'
import { DoorPage } from '#backoffice/sign-in/SignInPage.tsx'
import { useDeskLanguage } from '#backoffice/words/desk-words.tsx'
import type { Who } from '#contract/employer/employer-door-api.ts'

const ForgotPassword = lazy(async () => ({
  default: (await import('#backoffice/sign-in/ForgotPassword.tsx')).ForgotPassword,
}))
const EmployerFrame = lazy(async () => ({
  default: (await import('#backoffice/employer-door/EmployerFrame.tsx')).EmployerFrame,
}))
const EmployerInvitation = lazy(async () => ({
  default: (await import('#backoffice/employer-door/EmployerInvitation.tsx')).EmployerInvitation,
}))

/** The employer's door, or what stands behind it. */
export function EmployerDoor() {
  return (
    <Suspense>
      <EmployerWords>
        <Door />
      </EmployerWords>
    </Suspense>
  )
}

function Door() {
  const { pathname } = usePlace()
  const who = useQuery(whoQuery)
  const queries = useQueryClient()
  const { language, speak } = useDeskLanguage()
  const ended = useSyncExternalStore(followSession, sessionHasEnded)

  const inPageLanguage = (who: Who) =>
    withPageLanguage(who, language, () => callPlainly('changeLanguage', { language }))

  async function enter(who: Who) {
    const next = inPageLanguage(who)
    await speak(next.language)
    beginAnew()
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'employer' })
    queries.setQueryData(whoQuery.queryKey, next)
  }

  if (pathname === '/employer/forgot') {
    return <ForgotPassword home="/employer" ask={(input) => callPlainly('forgotPassword', input)} />
  }
  if (pathname === '/employer/invitation' || pathname === '/employer/reset') {
    return (
      <EmployerInvitation
        by={pathname === '/employer/reset' ? 'resetPassword' : 'acceptInvitation'}
        onIn={(next) => void enter(next)}
      />
    )
  }
  if (who.data === undefined) {
    return who.isError ? <Trouble error={who.error} again={() => void who.refetch()} /> : null
  }
  if (!who.data) return <SignIn onIn={(next) => void enter(next)} />
  return (
    <>
      {ended ? (
        <SignIn
          known={who.data}
          onIn={(next) => {
            queries.setQueryData(whoQuery.queryKey, inPageLanguage(next))
            signedInAgain()
          }}
        />
      ) : null}
      {/* What is typed there stays. */}
      <div hidden={ended}>
        <EmployerFrame who={who.data} />
      </div>
    </>
  )
}

function SignIn({ known, onIn }: { known?: Who; onIn: (who: Who) => void }) {
  const say = useEmployerSay()
  return (
    <DoorPage title={say('title')} words={say('forEmployers')}>
      {known ? <Notice kind="info">{say('sessionOver')}</Notice> : null}
      <SignInForm
        {...(known ? { email: known.email } : {})}
        attempt={attemptAt}
        help={say('lostPhone')}
        onIn={onIn}
      />
      <ForgotLink to="/employer/forgot" />
      <ByPasskey door={employersDoor} onIn={onIn} />
    </DoorPage>
  )
}
