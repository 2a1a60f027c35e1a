import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { staffQuery, meQuery } from '#backoffice/kit/api/staff-queries.ts'
import {
  subscribeToSession,
  completeSignIn,
  cancelSignIn,
  signInReason,
  type SignInReason,
} from '#backoffice/kit/api/staff-session.ts'
import { addOpenDialog } from '#backoffice/kit/dialogs/open-dialogs.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { SignInMethods } from '#backoffice/kit/sign-in/SignInMethods.tsx'
import { SignInForm } from '#backoffice/kit/sign-in/SignInForm.tsx'
import { signIn } from '#backoffice/kit/sign-in/try-sign-in.ts'
import { useBackofficeLanguage, useSignInTranslate } from '#backoffice/i18n/translator.tsx'
import { RECENT_SIGN_IN_MINUTES } from '#contract/shared/path.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { tagOf } from '#domain/language.ts'

import css from './SignInOverlay.module.css'

/**
 * Sign-in over the page, if the session has ended or an action needs a recent sign-in. Pending calls continue
 * afterwards.
 */
export function SignInOverlay({ staff }: { staff: Staff }) {
  const why = useSyncExternalStore(subscribeToSession, signInReason)
  return why ? <Door staff={staff} why={why} /> : null
}

/** After this pause the user has probably stopped typing. */
const PAUSE_MS = 900

/** Opens at once if no text field has the focus, else after a pause in typing or a click. */
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

function Door({ staff, why }: { staff: Staff; why: SignInReason }) {
  const t = useSignInTranslate()
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const recent = why === 'recent'
  useEffect(() => {
    const opener = document.activeElement
    const door = dialog.current
    // The rest of a word must not land in the sign-in form.
    let end: (() => void) | undefined
    const stop = afterTyping(() => {
      if (!door) return
      door.showModal()
      end = addOpenDialog(door)
    })
    return () => {
      stop()
      end?.()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  function onIn(again: Staff) {
    // What waits belongs to the person who started it.
    if (again.id !== staff.id) return window.location.assign('/backoffice')
    queries.setQueryData(meQuery.queryKey, again)
    completeSignIn()
  }
  return (
    <dialog
      ref={dialog}
      className={css.door}
      aria-labelledby="sign-in-over"
      onCancel={(event) => {
        event.preventDefault()
        // Without a session there is nothing behind it that could be done.
        if (recent) cancelSignIn()
      }}
    >
      <h2 id="sign-in-over" className={css.title}>
        {t(recent ? 'confirmSignIn' : 'signInAgain')}
      </h2>
      <WhyNotice recent={recent} />
      <WaysAgain email={staff.email} recent={recent} onIn={onIn} />
      {recent ? (
        <ActionButton look="plain" little onClick={cancelSignIn}>
          {t('cancelSignIn')}
        </ActionButton>
      ) : (
        <ActionButton
          look="plain"
          little
          // Another user starts with a fresh page: pending calls belong to the previous user.
          onClick={() => window.location.assign('/backoffice')}
        >
          {t('somebodyElse')}
        </ActionButton>
      )}
    </dialog>
  )
}

function WhyNotice({ recent }: { recent: boolean }) {
  const t = useSignInTranslate()
  const { language } = useBackofficeLanguage()
  const [since] = useState(() => new Date())
  const time = since.toLocaleTimeString(tagOf(language), {
    timeZone: DEFAULT_ZONE,
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <Notice kind="info">
      {recent
        ? t('confirmSignInWhy', { count: RECENT_SIGN_IN_MINUTES })
        : t('sessionEnded', { time })}
    </Notice>
  )
}

/** While the session goes on, what the person has is known; without one, every way is offered. */
function WaysAgain({
  email,
  recent,
  onIn,
}: {
  email: string
  recent: boolean
  onIn: (again: Staff) => void
}) {
  const t = useSignInTranslate()
  const { data: own } = useQuery({ ...staffQuery('factors', {}), enabled: recent })
  return (
    <>
      {own?.password === false ? null : (
        <SignInForm email={email} attempt={signIn} help={t('signInHelp')} onIn={onIn} />
      )}
      <SignInMethods inWindow keys={own ? own.passkeys.length > 0 : true} onIn={onIn} />
    </>
  )
}
