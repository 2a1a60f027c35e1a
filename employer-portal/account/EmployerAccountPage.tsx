import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'

import { AppCode } from '#backoffice/kit/sign-in/AppCode.tsx'
import { EmployerForm } from '#employer-portal/components/EmployerForm.tsx'
import { whoQuery } from '#employer-portal/api/portal-client.ts'
import { EmployerPasskeys } from '#employer-portal/account/EmployerPasskeys.tsx'
import { PasswordPart, SessionsPart } from '#employer-portal/account/PasswordAndSessions.tsx'
import type { EmployerPageProps } from '#employer-portal/components/employer-page-props.ts'
import { useEmployerAction } from '#employer-portal/api/use-employer-action.ts'
import { CurrentPassword } from '#backoffice/kit/form/PasswordFields.tsx'

import css from '../components/EmployerPages.module.css'

/** The user's account: authenticator app, passkeys, password and sessions. */
export function EmployerAccountPage(props: EmployerPageProps) {
  return (
    <div className={css.cards}>
      <AuthenticatorPart {...props} />
      <EmployerPasskeys t={props.t} />
      <PasswordPart t={props.t} />
      <SessionsPart t={props.t} />
    </div>
  )
}

/** Sets up or removes the authenticator app. Its secret is shown only during the setup. */
function AuthenticatorPart({ who, t }: EmployerPageProps) {
  const queries = useQueryClient()
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const startSetup = useEmployerAction('startTotp')
  const confirmSetup = useEmployerAction('confirmTotp')
  const remove = useEmployerAction('removeTotp')
  const failure = startSetup.failure ?? confirmSetup.failure ?? remove.failure
  const done = confirmSetup.done ?? remove.done

  async function submitPassword() {
    if (who.totp) await remove.run({ password }, () => t('appRemoved'))
    else {
      const started = await startSetup.run({ password }, () => null)
      if (started) setSetup(started)
    }
    setPassword('')
    await queries.invalidateQueries(whoQuery)
  }
  async function submitCode() {
    if (!(await confirmSetup.run({ totp }, () => t('appDone')))) {
      // The app may be set up all the same, if the response was lost or another tab was faster.
      const current = await queries.fetchQuery({ ...whoQuery, staleTime: 0 }).catch(() => undefined)
      if (!current?.totp) return
      confirmSetup.erase()
    }
    setSetup(null)
    setTotp('')
    await queries.invalidateQueries(whoQuery)
  }

  const passwordAction = who.totp ? 'removeApp' : 'setUpAuthenticator'
  return (
    <EmployerForm
      title={t('appTitle')}
      intro={t(who.totp ? 'authenticatorOn' : 'authenticatorMissing')}
      submit={t(setup ? 'confirm' : passwordAction)}
      busy={startSetup.busy || confirmSetup.busy || remove.busy}
      done={done}
      failure={failure}
      onSubmit={setup ? submitCode : submitPassword}
    >
      {setup ? (
        <>
          <p>{t('scanCode')}</p>
          <AppCode
            setup={setup}
            texts={{ picture: t('qrCode'), secret: t('orEnterKey'), code: t('appCode') }}
            totp={totp}
            onTotp={setTotp}
          />
        </>
      ) : (
        <CurrentPassword label={t('password')} required value={password} onValue={setPassword} />
      )}
    </EmployerForm>
  )
}
