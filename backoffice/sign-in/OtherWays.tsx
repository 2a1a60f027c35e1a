import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callPlainly } from '#backoffice/desk-client.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { hasPasskeys, signInByPasskey } from '#backoffice/sign-in/passkey.ts'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'
import type { DoorKey } from '#backoffice/words/dictionary.ts'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import { refused } from '#contract/refusal.ts'

import css from './SignInForm.module.css'

/** Without a password: by a key, or by the company's own sign-in, which leads away and back to `/desk/openid`. */
export function OtherWays({ onIn }: { onIn: (staff: Staff) => void }) {
  const say = useDoorSay()
  const { data: ways } = useQuery(deskQuery('waysIn', {}))
  const [wrong, setWrong] = useState<DoorKey | null>(null)
  const [busy, setBusy] = useState(false)

  async function byPasskey() {
    setBusy(true)
    setWrong(null)
    const result = await signInByPasskey()
    setBusy(false)
    if (result?.kind === 'in') return onIn(result.staff)
    if (result) setWrong(result.kind === 'wrong' ? 'passkeyUnknown' : 'noConnection')
  }

  async function byCompany() {
    setBusy(true)
    setWrong(null)
    const outcome = await callPlainly('openIdForSignIn', {}).catch(() => null)
    if (outcome && !refused(outcome)) return window.location.assign(outcome.url)
    setBusy(false)
    setWrong('companySilent')
  }

  const company = ways?.openid ?? null
  if (!hasPasskeys() && company === null) return null
  return (
    <div className={css.ways}>
      {wrong ? <Notice kind="bad">{say(wrong)}</Notice> : null}
      {hasPasskeys() ? (
        <DeskButton wide busy={busy} onClick={() => void byPasskey()}>
          {say('byPasskey')}
        </DeskButton>
      ) : null}
      {company === null ? null : (
        <DeskButton wide busy={busy} onClick={() => void byCompany()}>
          {say('byCompany', { name: company })}
        </DeskButton>
      )}
    </div>
  )
}
