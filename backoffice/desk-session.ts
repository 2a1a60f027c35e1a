/** Whether somebody has to sign in again over the page, and who waits for it. */
let waiting: { until: Promise<void>; resume: () => void } | null = null
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const sessionHasEnded = () => waiting !== null

export function followSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A call was answered that nobody is signed in: it goes on when the same person is back. */
export function untilSignedIn(): Promise<void> {
  if (!waiting) {
    let resume = () => {}
    const until = new Promise<void>((resolve) => (resume = resolve))
    waiting = { until, resume }
    tell()
  }
  return waiting.until
}

export function signedInAgain(): void {
  const was = waiting
  waiting = null
  tell()
  was?.resume()
}

/** Somebody came in by the door itself: what waited was somebody else's, and is not sent. */
export function beginAnew(): void {
  waiting = null
  tell()
}
