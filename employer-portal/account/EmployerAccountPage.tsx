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

/** Sign-in methods: the app beside the password, and passkeys in place of both. */
export function EmployerAccountPage(props: EmployerPageProps) {
  return (
    <div className={css.cards}>
      <AppPart {...props} />
      <EmployerPasskeys t={props.t} />
      <PasswordPart t={props.t} />
      <SessionsPart t={props.t} />
    </div>
  )
}

/** The app beside the password: set, shown once, taken away. */
function AppPart({ who, t }: EmployerPageProps) {
  const queries = useQueryClient()
  const [begun, setStarted] = useState<{ secret: string; uri: string } | null>(null)
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const begin = useEmployerAction('startTotp')
  const confirm = useEmployerAction('confirmTotp')
  const remove = useEmployerAction('removeTotp')
  const wrong = begin.wrong ?? confirm.wrong ?? remove.wrong
  const done = confirm.done ?? remove.done

  async function withPassword() {
    if (who.totp) await remove.run({ password }, () => t('appRemoved'))
    else {
      const shown = await begin.run({ password }, () => null)
      if (shown) setStarted(shown)
    }
    setPassword('')
    await queries.invalidateQueries(whoQuery)
  }
  async function withCode() {
    if (!(await confirm.run({ totp }, () => t('appDone')))) {
      // The app may be on: the answer was lost, or another tab was first.
      const now = await queries.fetchQuery({ ...whoQuery, staleTime: 0 }).catch(() => undefined)
      if (!now?.totp) return
      confirm.erase()
    }
    setStarted(null)
    setTotp('')
    await queries.invalidateQueries(whoQuery)
  }

  return (
    <EmployerForm
      title={t('appTitle')}
      intro={t(who.totp ? 'authenticatorOn' : 'authenticatorMissing')}
      submit={t(begun ? 'confirm' : who.totp ? 'removeApp' : 'setUpAuthenticator')}
      busy={begin.busy || confirm.busy || remove.busy}
      done={done}
      wrong={wrong}
      onSubmit={begun ? withCode : withPassword}
    >
      {begun ? (
        <>
          <p>{t('scanCode')}</p>
          <AppCode
            begun={begun}
            words={{ picture: t('qrCode'), secret: t('orEnterKey'), code: t('appCode') }}
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
