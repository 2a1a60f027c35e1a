/** Why the sign-in dialog opens over the page. */
export type WhySignIn = 'ended' | 'recent'

/** What the calls wait for, and who resumes them: with true once the same person has signed in. */
let waiting: {
  why: WhySignIn
  until: Promise<boolean>
  resume: (signedIn: boolean) => void
} | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const whySignIn = (): WhySignIn | null => waiting?.why ?? null

export const sessionHasEnded = () => waiting?.why === 'ended'

export function followSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A call needs a sign-in: it is repeated once the same person has signed in again. False: they cancelled. */
export function untilSignedIn(why: WhySignIn = 'ended'): Promise<boolean> {
  if (!waiting) {
    let resume: (signedIn: boolean) => void = () => {}
    const until = new Promise<boolean>((resolve) => (resume = resolve))
    waiting = { why, until, resume }
    tell()
  } else if (why === 'ended' && waiting.why === 'recent') {
    // Nothing goes on without a session, so this one cannot be cancelled any more.
    waiting = { ...waiting, why }
    tell()
  }
  return waiting.until
}

function end(signedIn: boolean): void {
  const was = waiting
  waiting = null
  tell()
  was?.resume(signedIn)
}

export const signedInAgain = () => end(true)

/** Only where the session goes on without it. */
export const signInCancelled = () => end(false)

/** Someone signed in on the sign-in page. Pending calls may belong to another user and are not sent. */
export function restart(): void {
  waiting = null
  tell()
}

const factorListeners = new Set<() => void>()

/** A call was refused because the session has no two-factor authentication. Listeners show the page that sets it up. */
export function notifyMissingTwoFactor(): void {
  for (const listener of factorListeners) listener()
}

export function onMissingFactor(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => void factorListeners.delete(listener)
}
