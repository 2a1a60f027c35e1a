import { useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import {
  hasPasskeys,
  type PasskeySignIn,
  signInByPasskey,
} from '#backoffice/kit/sign-in/passkey.ts'
import { useSignInTranslate } from '#backoffice/i18n/translator.tsx'

/** Signs in with a passkey instead of password and app, if the browser supports it. */
export function PasskeyButton<Account>({
  endpoints,
  onSignedIn,
}: {
  endpoints: PasskeySignIn<Account>
  onSignedIn: (who: Account) => void
}) {
  const t = useSignInTranslate()
  const failureText = useFailureTexts()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (!hasPasskeys()) return null

  async function signIn() {
    setBusy(true)
    setFailure(null)
    const result = await signInByPasskey(endpoints)
    setBusy(false)
    if (result?.kind === 'signed-in') return onSignedIn(result.who)
    if (result)
      setFailure(result.kind === 'failed' ? failureText(result.error) : t('passkeyUnknown'))
  }

  return (
    <>
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <ActionButton wide busy={busy} onClick={() => void signIn()}>
        {t('byPasskey')}
      </ActionButton>
    </>
  )
}
