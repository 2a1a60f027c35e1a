import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import account from '#backoffice/kit/sign-in/Account.module.css'
import { Passkeys } from '#backoffice/modules/staff/account/Passkeys.tsx'
import {
  AppSetup,
  StartAppSetup,
  useAppSetup,
} from '#backoffice/modules/staff/account/TwoFactor.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { SignOutDialog } from '#backoffice/shell/layout/SignOutDialog.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ResultMessages } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { PasskeyButton } from '#backoffice/kit/sign-in/PasskeyButton.tsx'
import { staffPasskeys } from '#backoffice/kit/sign-in/SignInMethods.tsx'
import { SignInOverlay } from '#backoffice/shell/sign-in/SignInOverlay.tsx'
import css from '#backoffice/kit/sign-in/SignInPage.module.css'
import { SignInPageFrame } from '#backoffice/kit/sign-in/SignInPage.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

type Props = {
  staff: Staff
  /** The user has signed in again with two-factor authentication. */
  onSignedIn: (staff: Staff) => void
  /** The user has set up two-factor authentication. */
  onSetUp: () => void
}

/** Replaces every page until a user whose role requires two-factor authentication has set it up or confirmed it. */
export function TwoFactorPage(props: Props) {
  const { data, error, refetch } = useQuery(staffQuery('factors', {}))
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : null
  return (
    <ResultMessages>
      <TwoFactorContent {...props} factors={data} />
      <SignInOverlay staff={props.staff} />
    </ResultMessages>
  )
}

function TwoFactorContent({
  factors,
  onSignedIn,
  onSetUp,
}: Props & { factors: StaffResponse<'factors'> }) {
  const t = useTranslate()
  // The initial state, so that the recovery codes of a new app stay visible until they are saved.
  const [initial] = useState(factors)
  const app = useAppSetup(onSetUp)
  const [isSigningOut, setIsSigningOut] = useState(false)
  // A code of an app is only used together with a password.
  const hasApp = initial.totp !== null && initial.password
  const isSetUp = hasApp || initial.passkeys.length > 0
  return (
    <SignInPageFrame
      title={t(isSetUp ? 'factor.show' : 'factor.setUp')}
      intro={t(isSetUp ? 'factor.showWhy' : 'factor.setUpWhy')}
    >
      {isSetUp ? (
        <>
          {initial.passkeys.length > 0 ? (
            <PasskeyButton endpoints={staffPasskeys} onSignedIn={onSignedIn} />
          ) : null}
          {hasApp ? <p>{t('factor.showApp')}</p> : null}
          <p className={css.soft}>{t('factor.lost')}</p>
        </>
      ) : (
        <>
          {initial.password ? (
            <Card title={t('factor.app')}>
              <div className={account.part}>
                {app.isUnderWay ? (
                  <AppSetup app={app} />
                ) : (
                  <>
                    <p className={css.soft}>{t('factor.appHelp')}</p>
                    <StartAppSetup onStarted={app.start} main />
                  </>
                )}
              </div>
            </Card>
          ) : null}
          {app.isUnderWay ? null : <Passkeys onAdded={onSetUp} />}
        </>
      )}
      <div>
        <ActionButton small onClick={() => setIsSigningOut(true)}>
          {t('signOut')}
        </ActionButton>
      </div>
      {isSigningOut ? <SignOutDialog onStay={() => setIsSigningOut(false)} /> : null}
    </SignInPageFrame>
  )
}
