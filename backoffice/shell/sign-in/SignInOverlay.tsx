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
  const reason = useSyncExternalStore(subscribeToSession, signInReason)
  return reason ? <SignInDialog staff={staff} reason={reason} /> : null
}

/** After this pause the user has probably stopped typing. */
const PAUSE_MS = 900

/** Opens at once if no text field has the focus, else after a pause in typing or a click. */
function afterTyping(open: () => void): () => void {
  const active = document.activeElement
  const isTyping = active instanceof HTMLElement && active.matches(TEXT_FIELDS)
  if (!isTyping) {
    open()
    return () => {}
  }
  let pause = setTimeout(openNow, PAUSE_MS)
  function openNow() {
    stop()
    open()
  }
  function postpone() {
    clearTimeout(pause)
    pause = setTimeout(openNow, PAUSE_MS)
  }
  function stop() {
    clearTimeout(pause)
    window.removeEventListener('keydown', postpone, true)
    window.removeEventListener('pointerdown', openNow, true)
  }
  window.addEventListener('keydown', postpone, true)
  window.addEventListener('pointerdown', openNow, true)
  return stop
}

const TEXT_FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, [contenteditable=true]'

function SignInDialog({ staff, reason }: { staff: Staff; reason: SignInReason }) {
  const t = useSignInTranslate()
  const queries = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const isConfirmation = reason === 'recent'
  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    // The dialog must not get the rest of a word that the user is typing.
    let removeOpenDialog: (() => void) | undefined
    const stop = afterTyping(() => {
      if (!element) return
      element.showModal()
      removeOpenDialog = addOpenDialog(element)
    })
    return () => {
      stop()
      removeOpenDialog?.()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  function onSignedIn(signedIn: Staff) {
    // Pending calls belong to the user who started them.
    if (signedIn.id !== staff.id) return window.location.assign('/backoffice')
    queries.setQueryData(meQuery.queryKey, signedIn)
    completeSignIn()
  }
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby="sign-in-over"
      onCancel={(event) => {
        event.preventDefault()
        // Without a session the page behind the dialog cannot be used.
        if (isConfirmation) cancelSignIn()
      }}
    >
      <h2 id="sign-in-over" className={css.title}>
        {t(isConfirmation ? 'confirmSignIn' : 'signInAgain')}
      </h2>
      <ReasonNotice isConfirmation={isConfirmation} />
      <AvailableMethods
        email={staff.email}
        isConfirmation={isConfirmation}
        onSignedIn={onSignedIn}
      />
      {isConfirmation ? (
        <ActionButton variant="plain" small onClick={cancelSignIn}>
          {t('cancelSignIn')}
        </ActionButton>
      ) : (
        <ActionButton
          variant="plain"
          small
          // Another user starts with a fresh page: pending calls belong to the previous user.
          onClick={() => window.location.assign('/backoffice')}
        >
          {t('somebodyElse')}
        </ActionButton>
      )}
    </dialog>
  )
}

function ReasonNotice({ isConfirmation }: { isConfirmation: boolean }) {
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
      {isConfirmation
        ? t('confirmSignInWhy', { count: RECENT_SIGN_IN_MINUTES })
        : t('sessionEnded', { time })}
    </Notice>
  )
}

/** During a session only the methods that the user has set up. Without a session these are unknown, so all methods. */
function AvailableMethods({
  email,
  isConfirmation,
  onSignedIn,
}: {
  email: string
  isConfirmation: boolean
  onSignedIn: (signedIn: Staff) => void
}) {
  const t = useSignInTranslate()
  const { data: factors } = useQuery({ ...staffQuery('factors', {}), enabled: isConfirmation })
  return (
    <>
      {factors?.password === false ? null : (
        <SignInForm email={email} attempt={signIn} help={t('signInHelp')} onSignedIn={onSignedIn} />
      )}
      <SignInMethods
        inWindow
        withPasskeys={factors ? factors.passkeys.length > 0 : true}
        onSignedIn={onSignedIn}
      />
    </>
  )
}
