import { useState } from 'react'

import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { hasPasskeys, type KeyDoor, signInByPasskey } from '#backoffice/sign-in/passkey.ts'
import { useDoorSay } from '#backoffice/words/desk-words.tsx'
import type { DoorKey } from '#backoffice/words/dictionary.ts'

/** A key in place of password and app, where the browser keeps them. */
export function ByPasskey<Who>({ door, onIn }: { door: KeyDoor<Who>; onIn: (who: Who) => void }) {
  const say = useDoorSay()
  const [wrong, setWrong] = useState<DoorKey | null>(null)
  const [busy, setBusy] = useState(false)
  if (!hasPasskeys()) return null

  async function show() {
    setBusy(true)
    setWrong(null)
    const result = await signInByPasskey(door)
    setBusy(false)
    if (result?.kind === 'in') return onIn(result.who)
    if (result) setWrong(result.kind === 'wrong' ? 'passkeyUnknown' : 'noConnection')
  }

  return (
    <>
      {wrong ? <Notice kind="bad">{say(wrong)}</Notice> : null}
      <DeskButton wide busy={busy} onClick={() => void show()}>
        {say('byPasskey')}
      </DeskButton>
    </>
  )
}
