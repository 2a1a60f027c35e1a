import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { callOnce } from '#backoffice/kit/api/backoffice-client.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PasskeyButton } from '#backoffice/kit/sign-in/PasskeyButton.tsx'
import { hasPasskeys, type PasskeySignIn } from '#backoffice/kit/sign-in/passkey.ts'
import { SIGNED_IN } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

import css from './SignInForm.module.css'

/** The endpoints for passkeys of staff. */
export const staffPasskeys: PasskeySignIn<Staff> = {
  requestChallenge: () => callOnce('passkeyForSignIn', {}),
  async verifyChallenge(signed) {
    const outcome = await callOnce('signInByPasskey', signed)
    return refused(outcome) ? outcome : { who: outcome.staff }
  },
}

type SignInMethodsProps = {
  onSignedIn: (staff: Staff) => void
  /** In a dialog over a page that must stay: the company's sign-in opens in a separate window. */
  inWindow?: boolean
  withPasskeys?: boolean
}

/**
 * Sign-in without a password: with a passkey, or with the company's identity provider, which leads away and back to
 * `/backoffice/openid`.
 */
export function SignInMethods({
  onSignedIn,
  inWindow = false,
  withPasskeys = true,
}: SignInMethodsProps) {
  const t = useSignInTranslate()
  const { data: methods } = useQuery(staffQuery('signInMethods', {}))
  const [hasFailed, setHasFailed] = useState(false)
  const [busy, setBusy] = useState(false)
  useSignedInElsewhere(inWindow, onSignedIn)

  async function byCompany() {
    setBusy(true)
    setHasFailed(false)
    // Opened during the click, because browsers block later windows.
    const companyWindow = inWindow ? window.open('about:blank', 'backoffice-sign-in', WINDOW) : null
    const outcome = await callOnce('openIdForSignIn', inWindow ? { again: '1' } : {}).catch(
      () => null,
    )
    const url = outcome && !refused(outcome) ? outcome.url : null
    if (url !== null && !inWindow) return window.location.assign(url)
    setBusy(false)
    if (url !== null && companyWindow) return companyWindow.location.assign(url)
    companyWindow?.close()
    setHasFailed(true)
  }

  const company = methods?.openid ?? null
  const showsPasskeys = withPasskeys && hasPasskeys()
  if (!showsPasskeys && company === null) return null
  return (
    <div className={css.methods}>
      <p className={css.or}>{t('orElse')}</p>
      {showsPasskeys ? <PasskeyButton endpoints={staffPasskeys} onSignedIn={onSignedIn} /> : null}
      {hasFailed ? <Notice kind="bad">{t('companySilent')}</Notice> : null}
      {company === null ? null : (
        <ActionButton wide busy={busy} onClick={() => void byCompany()}>
          {t('byCompany', { name: company })}
        </ActionButton>
      )}
    </div>
  )
}

const WINDOW = 'popup,width=520,height=720'

/** The message from the other window is only a hint. The server confirms who signed in. */
function useSignedInElsewhere(listens: boolean, onSignedIn: (staff: Staff) => void) {
  const readUser = useEffectEvent(async () => {
    const outcome = await callOnce('whoAmI', {}).catch(() => null)
    if (outcome && !refused(outcome)) onSignedIn(outcome.staff)
  })
  useEffect(() => {
    if (!listens) return undefined
    const channel = new BroadcastChannel(SIGNED_IN)
    channel.addEventListener('message', () => void readUser())
    return () => channel.close()
  }, [listens])
}
