import { waitForSignIn } from '#backoffice/kit/api/staff-session.ts'
import { callOnce } from '#backoffice/kit/api/backoffice-client.ts'
import { staffPaths } from '#contract/paths.staff.ts'
import { LIVE_EVENTS, type LiveEvent } from '#contract/live/live-event.ts'
import { refused } from '#contract/shared/refusals.shop.ts'

const RECONNECT_MS = 1000
const MAX_RECONNECT_MS = 15_000

/**
 * Streams changes while a page listens. Pages of one browser share one connection: the page that holds the lock
 * forwards the events to the others. Without the Locks API (plain HTTP on another host), each page has its own
 * connection.
 */
export function openLiveStream(listener: (event: LiveEvent) => void): () => void {
  const closing = new AbortController()
  const { signal } = closing
  const others = 'BroadcastChannel' in window ? new BroadcastChannel('backoffice-live') : null
  const locks = 'locks' in navigator ? navigator.locks : null
  others?.addEventListener('message', ({ data }) => receiveEvent(data as LiveEvent))

  function receiveEvent(event: LiveEvent) {
    if (signal.aborted) return
    listener(event)
    if (event.event === 'ended') void readSession(signal)
  }
  function sendEvent(event: LiveEvent) {
    // A BroadcastChannel reaches only pages of this origin, so it takes no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (locks) others?.postMessage(event)
    receiveEvent(event)
  }

  if (locks) {
    // The page was closed before it got the lock.
    acquireConnection(locks, sendEvent, signal).catch(() => {})
  } else {
    void holdConnection(sendEvent, signal, { isFirst: true })
  }
  return () => {
    closing.abort()
    others?.close()
  }
}

/** Takes the lock at once, or when the holder releases it. */
async function acquireConnection(
  locks: LockManager,
  sendEvent: (event: LiveEvent) => void,
  signal: AbortSignal,
) {
  const wasFirst = await locks.request('backoffice-live', { ifAvailable: true }, async (lock) => {
    if (lock) await holdConnection(sendEvent, signal, { isFirst: true })
    return lock !== null
  })
  if (wasFirst || signal.aborted) return
  // Events between the two lock holders were missed.
  await locks.request('backoffice-live', { signal }, () =>
    holdConnection(sendEvent, signal, { isFirst: false }),
  )
}

/** Reconnects after each lost connection, with growing delays. If the session has ended, the user signs in first. */
async function holdConnection(
  sendEvent: (event: LiveEvent) => void,
  signal: AbortSignal,
  { isFirst }: { isFirst: boolean },
) {
  let pauseMs = RECONNECT_MS
  let first = isFirst
  while (!signal.aborted) {
    const closed = await openConnection(
      (event) => {
        pauseMs = RECONNECT_MS
        // Events during the gap are lost, so the data on the page may be out of date.
        sendEvent(event.event === 'hello' && !first ? { event: 'again' } : event)
        if (event.event === 'hello') first = false
      },
      { signal, asksForMissed: first },
    )
    if (signal.aborted) return
    if (!closed.wasOpen || closed.ended) await readSession(signal)
    await pause(pauseMs, signal)
    pauseMs = Math.min(2 * pauseMs, MAX_RECONNECT_MS)
  }
}

/** Resolves when the connection is lost: whether it was ever open, and whether the session has ended. */
function openConnection(
  sendEvent: (event: LiveEvent) => void,
  { signal, asksForMissed }: { signal: AbortSignal; asksForMissed: boolean },
): Promise<{ wasOpen: boolean; ended: boolean }> {
  return new Promise((resolve) => {
    // The page read its data before it listened. The server sends the events of that interval.
    const age = asksForMissed ? `?age=${Math.round(performance.now())}` : ''
    const source = new EventSource(`${staffPaths.live.path}${age}`)
    let wasOpen = false
    const end = (ended: boolean) => {
      source.close()
      resolve({ wasOpen, ended })
    }
    for (const event of LIVE_EVENTS) {
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        wasOpen = true
        sendEvent({ event, data: JSON.parse(data) })
        if (event === 'ended') end(true)
      })
    }
    source.addEventListener('error', () => end(false))
    signal.addEventListener('abort', () => end(false))
  })
}

/** After the session ends, the sign-in dialog opens over the page. */
async function readSession(signal: AbortSignal) {
  const outcome = await callOnce('whoAmI', {}).catch(() => null)
  // A user who signed out already sees the sign-in page.
  if (signal.aborted) return
  if (outcome && refused(outcome) && outcome.refused === 'no-session') await waitForSignIn()
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    // Reconnect at once when the browser is online again.
    window.addEventListener('online', () => resolve(), { once: true, signal })
  })
}
