/** Why somebody has to sign in over the page: the session has ended, or an action needs a recent sign-in. */
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

/** Somebody came in by the door itself: what waited was somebody else's, and is not sent. */
export function beginAnew(): void {
  waiting = null
  tell()
}

const factorListeners = new Set<() => void>()

/** A call was refused because this sign-in had no second factor: whoever listens shows the page for that. */
export function factorIsMissing(): void {
  for (const listener of factorListeners) listener()
}

export function onMissingFactor(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => void factorListeners.delete(listener)
}
