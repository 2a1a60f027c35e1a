/** Why the sign-in dialog opens over the page. */
export type SignInReason = 'ended' | 'recent'

/** The sign-in that pending calls wait for: true once the same person has signed in, false if the user cancelled. */
let waiting: {
  reason: SignInReason
  signedIn: Promise<boolean>
  resume: (signedIn: boolean) => void
} | null = null
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export const signInReason = (): SignInReason | null => waiting?.reason ?? null

export const sessionHasEnded = () => waiting?.reason === 'ended'

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A call needs a sign-in: it is repeated once the same person has signed in again. False: the user cancelled. */
export function waitForSignIn(reason: SignInReason = 'ended'): Promise<boolean> {
  if (!waiting) {
    let resume: (signedIn: boolean) => void = () => {}
    const signedIn = new Promise<boolean>((resolve) => (resume = resolve))
    waiting = { reason, signedIn, resume }
    notifyListeners()
  } else if (reason === 'ended' && waiting.reason === 'recent') {
    // Without a session nothing works, so the sign-in cannot be cancelled any more.
    waiting = { ...waiting, reason }
    notifyListeners()
  }
  return waiting.signedIn
}

function end(signedIn: boolean): void {
  const ended = waiting
  waiting = null
  notifyListeners()
  ended?.resume(signedIn)
}

export const completeSignIn = () => end(true)

/** Possible only if the session continues without it. */
export const cancelSignIn = () => end(false)

/** Someone signed in on the sign-in page. Pending calls may belong to another user and are not sent. */
export function dropPendingCalls(): void {
  waiting = null
  notifyListeners()
}

const factorListeners = new Set<() => void>()

/** A call was refused because the session has no two-factor authentication. Listeners show the page that sets it up. */
export function notifyMissingTwoFactor(): void {
  for (const listener of factorListeners) listener()
}

export function onMissingTwoFactor(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => void factorListeners.delete(listener)
}
