import { setTimeout as pause } from 'node:timers/promises'

import type { BrowserContext, Page, Request } from 'playwright-core'

const QUIET_MS = 500
const TURN_MS = 50
const PATIENCE_MS = 60_000
const ARRIVED_MS = 150
const ARRIVAL_PATIENCE_MS = 3000

type Traffic = { underWay: Set<Request>; moves: number }
const traffic = new WeakMap<Page, Traffic>()

/**
 * The event stream of the back office never ends, and the browser's own revalidation of a shown response
 * (stale-while-revalidate) never reports an end. With them the page would never be idle.
 */
const isOwn = (request: Request) => ['other', 'eventsource'].includes(request.resourceType())

export function watchTraffic(context: BrowserContext) {
  context.on('page', (page) => {
    const seen: Traffic = { underWay: new Set(), moves: 0 }
    traffic.set(page, seen)
    const moved = () => void (seen.moves += 1)
    page.on('request', (request) => {
      if (isOwn(request)) return
      seen.underWay.add(request)
      moved()
    })
    const ended = (request: Request) => {
      if (seen.underWay.delete(request)) moved()
    }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  })
}

/**
 * Waits until no request has started or been open for half a second, or for `quietMs`. It counts turns that the page
 * has run, because a page without processor time has not settled.
 */
export async function atRest(page: Page, quietMs = QUIET_MS) {
  const seen = traffic.get(page)
  if (!seen) throw new Error('nobody watches this page')
  await page.waitForLoadState('load')
  const until = performance.now() + PATIENCE_MS
  for (let quiet = 0; quiet < quietMs / TURN_MS;) {
    const before = seen.moves
    await Promise.all([pause(TURN_MS), turnOf(page)])
    quiet = seen.underWay.size === 0 && seen.moves === before ? quiet + 1 : 0
    if (performance.now() > until && quiet === 0)
      throw new Error(`still under way: ${[...seen.underWay].map((one) => one.url()).join()}`)
  }
}

/**
 * Waits until a page that was opened no longer moves, so that the next click meets what it aimed at. A test that holds
 * a response back waits only a short time.
 */
export async function hasArrived(page: Page) {
  const until = performance.now() + ARRIVAL_PATIENCE_MS
  const seen = traffic.get(page)
  for (let quiet = 0; quiet < ARRIVED_MS / TURN_MS && performance.now() < until;) {
    const before = seen?.moves
    const turn = Promise.all([pause(TURN_MS), turnOf(page)])
    await Promise.race([turn, pause(until - performance.now(), undefined, { ref: false })])
    quiet = seen?.underWay.size === 0 && seen.moves === before ? quiet + 1 : 0
  }
}

/** Comes back when the page has done what was waiting. Not by a timer: a test may hold the page's clock. */
async function turnOf(page: Page) {
  const turn = page.evaluate(
    () =>
      new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => done())
        port1.start()
        port2.postMessage(null)
      }),
  )
  // Another document has come meanwhile: it is asked the next time.
  await turn.catch((error: unknown) => {
    if (page.isClosed()) throw error
  })
}
