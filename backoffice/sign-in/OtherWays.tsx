import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callPlainly } from '#backoffice/desk-client.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { ByPasskey } from '#backoffice/sign-in/ByPasskey.tsx'
import { hasPasskeys, type KeyDoor } from '#backoffice/sign-in/passkey.ts'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import { refused } from '#contract/refusal.ts'

import css from './SignInForm.module.css'

const desk: KeyDoor<Staff> = {
  ask: () => callPlainly('passkeyForSignIn', {}),
  async show(shown) {
    const outcome = await callPlainly('signInByPasskey', shown)
    return refused(outcome) ? outcome : { who: outcome.staff }
  },
}

/** Without a password: by a key, or by the company's own sign-in, which leads away and back to `/desk/openid`. */
export function OtherWays({ onIn }: { onIn: (staff: Staff) => void }) {
  const say = useDoorSay()
  const { data: ways } = useQuery(deskQuery('waysIn', {}))
  const [silent, setSilent] = useState(false)
  const [busy, setBusy] = useState(false)

  async function byCompany() {
    setBusy(true)
    setSilent(false)
    const outcome = await callPlainly('openIdForSignIn', {}).catch(() => null)
    if (outcome && !refused(outcome)) return window.location.assign(outcome.url)
    setBusy(false)
    setSilent(true)
  }

  const company = ways?.openid ?? null
  if (!hasPasskeys() && company === null) return null
  return (
    <div className={css.ways}>
      <ByPasskey door={desk} onIn={onIn} />
      {silent ? <Notice kind="bad">{say('companySilent')}</Notice> : null}
      {company === null ? null : (
        <DeskButton wide busy={busy} onClick={() => void byCompany()}>
          {say('byCompany', { name: company })}
        </DeskButton>
      )}
    </div>
  )
}
