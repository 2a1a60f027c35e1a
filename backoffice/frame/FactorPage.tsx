import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import account from '#backoffice/account/AccountPage.module.css'
import { Passkeys } from '#backoffice/account/Passkeys.tsx'
import { AppSetUp, BeginApp, useAppSetUp } from '#backoffice/account/SecondFactor.tsx'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { SignOutDialog } from '#backoffice/frame/SignOutDialog.tsx'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { ResultsProvider } from '#backoffice/parts/Results.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { ByPasskey } from '#backoffice/sign-in/ByPasskey.tsx'
import { staffKeys } from '#backoffice/sign-in/OtherWays.tsx'
import { SignInOver } from '#backoffice/sign-in/SignInOver.tsx'
import css from '#backoffice/sign-in/SignInPage.module.css'
import { DoorPage } from '#backoffice/sign-in/SignInPage.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import type { Staff } from '#contract/desk/staff-session-api.ts'

type Props = {
  staff: Staff
  /** Signed in again, with the second factor. */
  onIn: (staff: Staff) => void
  /** The session has its second factor now. */
  onSetUp: () => void
}

/** In place of every page, until somebody whose role needs a second factor has set one up or shown theirs. */
export function FactorPage(props: Props) {
  const { data, error, refetch } = useQuery(deskQuery('factors', {}))
  if (!data) return error ? <Trouble error={error} again={() => void refetch()} /> : null
  return (
    <ResultsProvider>
      <Factor {...props} factors={data} />
      <SignInOver staff={props.staff} />
    </ResultsProvider>
  )
}

function Factor({ factors, onIn, onSetUp }: Props & { factors: DeskAnswer<'factors'> }) {
  const say = useSay()
  // As it was at first: the recovery codes of a new app stay until they were saved.
  const [has] = useState(factors)
  const app = useAppSetUp(onSetUp)
  const [leaving, setLeaving] = useState(false)
  // The code of an app is asked for beside a password.
  const hasApp = has.totp !== null && has.password
  const isSetUp = hasApp || has.passkeys.length > 0
  return (
    <DoorPage
      title={say(isSetUp ? 'factor.show' : 'factor.setUp')}
      words={say(isSetUp ? 'factor.showWhy' : 'factor.setUpWhy')}
    >
      {isSetUp ? (
        <>
          {has.passkeys.length > 0 ? <ByPasskey door={staffKeys} onIn={onIn} /> : null}
          {hasApp ? <p>{say('factor.showApp')}</p> : null}
          <p className={css.soft}>{say('factor.lost')}</p>
        </>
      ) : (
        <>
          {has.password ? (
            <section className={account.part} aria-label={say('factor.app')}>
              <h2>{say('factor.app')}</h2>
              {app.underWay ? (
                <AppSetUp app={app} />
              ) : (
                <>
                  <p className={css.soft}>{say('factor.appHelp')}</p>
                  <BeginApp onBegun={app.begin} main />
                </>
              )}
            </section>
          ) : null}
          {app.underWay ? null : <Passkeys onAdded={onSetUp} />}
        </>
      )}
      <div>
        <DeskButton little onClick={() => setLeaving(true)}>
          {say('signOut')}
        </DeskButton>
      </div>
      {leaving ? <SignOutDialog onStay={() => setLeaving(false)} /> : null}
    </DoorPage>
  )
}
