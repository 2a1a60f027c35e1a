import type { BrowserContext, Page, Request } from 'playwright-core'

const QUIET_MS = 500
const PATIENCE_MS = 20_000

type Traffic = { underWay: Set<Request>; movedAt: number }
const traffic = new WeakMap<Page, Traffic>()

/**
 * The line by which the desk hears what changes never ends. What the browser asks anew for itself, of what it has shown already (stale-while-revalidate), is nobody's: its end
 * is never told, and the browser's own word for a quiet page would never come.
 */
const isOwn = (request: Request) => ['other', 'eventsource'].includes(request.resourceType())

export function watchTraffic(context: BrowserContext) {
  context.on('page', (page) => {
    const seen: Traffic = { underWay: new Set(), movedAt: performance.now() }
    traffic.set(page, seen)
    const moved = () => void (seen.movedAt = performance.now())
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

/** Nothing has been asked for, or been on its way, for half a second. */
export async function atRest(page: Page) {
  const seen = traffic.get(page)
  if (!seen) throw new Error('nobody watches this page')
  await page.waitForLoadState('load')
  const until = performance.now() + PATIENCE_MS
  await new Promise<void>((resolve, reject) => {
    const look = setInterval(() => {
      const now = performance.now()
      const quiet = seen.underWay.size === 0 && now - seen.movedAt >= QUIET_MS
      if (!quiet && now < until) return
      clearInterval(look)
      if (quiet) resolve()
      else
        reject(new Error(`still under way: ${[...seen.underWay].map((one) => one.url()).join()}`))
    }, 50)
  })
}
