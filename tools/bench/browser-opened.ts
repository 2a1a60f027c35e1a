import type { Page } from 'playwright-core'

import {
  newVisitor,
  type VisitTarget,
  type Session,
  newThrottledPage,
} from '#tools/bench/browser-visit.ts'

export type PageMetrics = {
  scriptKb: number
  requests: number
  firstPaint: number
  largestPaint: number
  usable: number
  blocked: number
  shift: number
}

/** Opens an address directly, with an empty cache. */
export async function measurePage(
  { browser, url }: VisitTarget,
  address: string,
  session: Session | null,
): Promise<PageMetrics> {
  const context = await newVisitor(browser, session)
  const page = await newThrottledPage(context)
  const loaded = await countLoaded(page)
  await page.addInitScript(observe)
  await page.goto(url + address, { waitUntil: 'commit' })
  // From here on React listens, so input has an effect.
  await page.waitForFunction(
    () =>
      Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
    undefined,
    { polling: 50 },
  )
  const usable = await page.evaluate(() => performance.now())
  const { requests, scriptKb } = loaded.soFar()
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(
    () =>
      (globalThis as unknown as { seen: Omit<PageMetrics, 'usable' | 'scriptKb' | 'requests'> })
        .seen,
  )
  await context.close()
  return { ...seen, usable, requests, scriptKb }
}

/** What loads before the page is usable. Later requests are for the next page. */
async function countLoaded(page: Page) {
  let script = 0
  let requests = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const types = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) === 'Script') script += encodedDataLength
  })
  page.on('request', () => (requests += 1))
  return { soFar: () => ({ requests, scriptKb: script / 1024 }) }
}

/** Runs in the page before everything else. */
function observe() {
  const seen = { firstPaint: 0, largestPaint: 0, blocked: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  const on = (
    type: 'paint' | 'largest-contentful-paint' | 'longtask' | 'layout-shift',
    record: (entry: PerformanceEntry) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
    })
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.firstPaint = entry.startTime
  })
  on('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime))
  on('longtask', (entry) => (seen.blocked += Math.max(0, entry.duration - 50)))
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
}
