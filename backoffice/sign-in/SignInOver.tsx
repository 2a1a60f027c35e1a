import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { meQuery } from '#backoffice/desk-queries.ts'
import { followSession, sessionHasEnded, signedInAgain } from '#backoffice/desk-session.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { SignInForm } from '#backoffice/sign-in/SignInForm.tsx'
import { signIn } from '#backoffice/sign-in/sign-in.ts'
import { useDeskLanguage, useDoorSay } from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import { DEFAULT_ZONE } from '#domain/zone-days.ts'
import { tagOf } from '#domain/language.ts'

import css from './SignInOver.module.css'

/** The session ended under the page: the door stands over it, and what was typed goes its way afterwards. */
export function SignInOver({ staff }: { staff: Staff }) {
  const ended = useSyncExternalStore(followSession, sessionHasEnded)
  return ended ? <Door staff={staff} /> : null
}

/** Long enough for whoever types to have stopped. */
const PAUSE_MS = 900

/** At once, or where somebody writes after a pause of theirs, or when they point at something. */
function afterTyping(open: () => void): () => void {
  const active = document.activeElement
  const writes = active instanceof HTMLElement && active.matches(WRITTEN_INTO)
  if (!writes) {
    open()
    return () => {}
  }
  let pause = setTimeout(begin, PAUSE_MS)
  function begin() {
    stop()
    open()
  }
  function wait() {
    clearTimeout(pause)
    pause = setTimeout(begin, PAUSE_MS)
  }
  function stop() {
    clearTimeout(pause)
    window.removeEventListener('keydown', wait, true)
    window.removeEventListener('pointerdown', begin, true)
  }
  window.addEventListener('keydown', wait, true)
  window.addEventListener('pointerdown', begin, true)
  return stop
}

const WRITTEN_INTO =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable=true]'

function Door({ staff }: { staff: Staff }) {
  const say = useDoorSay()
  const { language } = useDeskLanguage()
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const [since] = useState(() => new Date())
  useEffect(() => {
    const opener = document.activeElement
    const door = dialog.current
    // The rest of a word goes where its beginning went, and not into the door.
    const stop = afterTyping(() => door?.showModal())
    return () => {
      stop()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  const time = since.toLocaleTimeString(tagOf(language), {
    timeZone: DEFAULT_ZONE,
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <dialog
      ref={dialog}
      className={css.door}
      aria-labelledby="sign-in-over"
      // There is nothing behind it that could be done.
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="sign-in-over" className={css.title}>
        {say('signInAgain')}
      </h2>
      <Notice kind="info">{say('sessionEnded', { time })}</Notice>
      <SignInForm
        email={staff.email}
        attempt={signIn}
        help={say('signInHelp')}
        onIn={(again) => {
          queries.setQueryData(meQuery.queryKey, again)
          signedInAgain()
        }}
      />
      <DeskButton
        look="plain"
        little
        // Whoever else comes begins anew: what waits was not theirs.
        onClick={() => window.location.assign('/desk')}
      >
        {say('somebodyElse')}
      </DeskButton>
    </dialog>
  )
}
