import { setTimeout as pause } from 'node:timers/promises'

import type { BrowserContext, Page, Request } from 'playwright-core'

const QUIET_MS = 500
const TURN_MS = 50
const IDLE_TIMEOUT_MS = 60_000
const SETTLED_MS = 150
const SETTLE_TIMEOUT_MS = 3000

type Traffic = { pending: Set<Request>; changes: number }
const traffic = new WeakMap<Page, Traffic>()

/**
 * The event stream of the back office never ends, and the browser's own revalidation of a shown response
 * (stale-while-revalidate) never reports an end. With them the page would never be idle.
 */
const neverEnds = (request: Request) => ['other', 'eventsource'].includes(request.resourceType())

export function watchTraffic(context: BrowserContext) {
  context.on('page', (page) => {
    const counts: Traffic = { pending: new Set(), changes: 0 }
    traffic.set(page, counts)
    const countChange = () => void (counts.changes += 1)
    page.on('request', (request) => {
      if (neverEnds(request)) return
      counts.pending.add(request)
      countChange()
    })
    const ended = (request: Request) => {
      if (counts.pending.delete(request)) countChange()
    }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  })
}

/**
 * Waits until no request has started or been open for half a second, or for `quietMs`. It counts turns that the page
 * has run, because a page without processor time has not settled.
 */
export async function waitForIdle(page: Page, quietMs = QUIET_MS) {
  const counts = traffic.get(page)
  if (!counts) throw new Error('watchTraffic was not called for this page')
  await page.waitForLoadState('load')
  const until = performance.now() + IDLE_TIMEOUT_MS
  for (let quiet = 0; quiet < quietMs / TURN_MS;) {
    const before = counts.changes
    await Promise.all([pause(TURN_MS), nextTurn(page)])
    quiet = counts.pending.size === 0 && counts.changes === before ? quiet + 1 : 0
    if (performance.now() > until && quiet === 0)
      throw new Error(
        `requests still pending: ${[...counts.pending].map((one) => one.url()).join()}`,
      )
  }
}

/**
 * Waits until an opened page no longer changes, so that the next click hits its target. Gives up after a short time,
 * because a test may hold a response back.
 */
export async function waitUntilSettled(page: Page) {
  const until = performance.now() + SETTLE_TIMEOUT_MS
  const counts = traffic.get(page)
  for (let quiet = 0; quiet < SETTLED_MS / TURN_MS && performance.now() < until;) {
    const before = counts?.changes
    const turn = Promise.all([pause(TURN_MS), nextTurn(page)])
    await Promise.race([turn, pause(until - performance.now(), undefined, { ref: false })])
    quiet = counts?.pending.size === 0 && counts.changes === before ? quiet + 1 : 0
  }
}

/** Resolves after the pending tasks of the page. Without a timer, because a test may stop the page's clock. */
async function nextTurn(page: Page) {
  const turn = page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => done())
        port1.start()
        port2.postMessage(null)
      }),
  )
  // The page has navigated. The next turn runs in the new document.
  await turn.catch((error: unknown) => {
    if (page.isClosed()) throw error
  })
}
