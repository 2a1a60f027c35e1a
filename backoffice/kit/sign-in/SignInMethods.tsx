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

/** Passkeys of staff. */
export const staffKeys: PasskeySignIn<Staff> = {
  ask: () => callOnce('passkeyForSignIn', {}),
  async show(shown) {
    const outcome = await callOnce('signInByPasskey', shown)
    return refused(outcome) ? outcome : { who: outcome.staff }
  },
}

type OtherMethodsProps = {
  onIn: (staff: Staff) => void
  /** In a dialog over a page that must stay: the company's sign-in opens in a separate window. */
  inWindow?: boolean
  keys?: boolean
}

/**
 * Sign-in without a password: with a passkey, or with the company's identity provider, which leads away and back to
 * `/backoffice/openid`.
 */
export function SignInMethods({ onIn, inWindow = false, keys = true }: OtherMethodsProps) {
  const t = useSignInTranslate()
  const { data: methods } = useQuery(staffQuery('signInMethods', {}))
  const [silent, setSilent] = useState(false)
  const [busy, setBusy] = useState(false)
  useSignedInElsewhere(inWindow, onIn)

  async function byCompany() {
    setBusy(true)
    setSilent(false)
    // Opened during the click, because browsers block later windows.
    const opened = inWindow ? window.open('about:blank', 'backoffice-sign-in', WINDOW) : null
    const outcome = await callOnce('openIdForSignIn', inWindow ? { again: '1' } : {}).catch(
      () => null,
    )
    const found = outcome && !refused(outcome) ? outcome.url : null
    if (found !== null && !inWindow) return window.location.assign(found)
    setBusy(false)
    if (found !== null && opened) return opened.location.assign(found)
    opened?.close()
    setSilent(true)
  }

  const company = methods?.openid ?? null
  const withKeys = keys && hasPasskeys()
  if (!withKeys && company === null) return null
  return (
    <div className={css.ways}>
      <p className={css.or}>{t('orElse')}</p>
      {withKeys ? <PasskeyButton door={staffKeys} onIn={onIn} /> : null}
      {silent ? <Notice kind="bad">{t('companySilent')}</Notice> : null}
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
function useSignedInElsewhere(listens: boolean, onIn: (staff: Staff) => void) {
  const heard = useEffectEvent(async () => {
    const outcome = await callOnce('whoAmI', {}).catch(() => null)
    if (outcome && !refused(outcome)) onIn(outcome.staff)
  })
  useEffect(() => {
    if (!listens) return undefined
    const channel = new BroadcastChannel(SIGNED_IN)
    channel.addEventListener('message', () => void heard())
    return () => channel.close()
  }, [listens])
}
