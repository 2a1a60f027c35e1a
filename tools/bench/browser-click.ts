import {
  newVisitor,
  type VisitTarget,
  type Session,
  newThrottledPage,
  VIEW,
} from '#tools/bench/browser-visit.ts'

/** The page is finished when nothing has changed for this long. */
const QUIET_MS = 1000
/** How long a pointer rests on a button before the click. */
const REST_MS = 1000

/** `hover`: whether the pointer rests on the link before the click. */
type Click = { from: string; to: string; hover: boolean }

/**
 * The time from the click to the paint of the largest element in view: a loaded picture, also its smaller
 * placeholder, or a text. A browser reports this only for page loads, not for navigation in place. The pointer enters
 * the page just before, and does not touch the link before the click.
 */
export async function measureClick(
  { browser, url }: VisitTarget,
  session: Session,
  { from, to, hover }: Click,
): Promise<number> {
  const context = await newVisitor(browser, session)
  const page = await newThrottledPage(context)
  await page.goto(url + from)
  await page.waitForLoadState('networkidle')
  const link = page.locator(`a[href^="${to}"]:visible`).first()
  await link.scrollIntoViewIfNeeded()
  await page.mouse.move(2, VIEW.height / 2)
  if (hover) {
    await link.hover()
    await page.waitForTimeout(REST_MS)
  }
  await page.evaluate(timeClick, to.replace(/\/$/, ''))
  await (hover ? page.mouse.down().then(() => page.mouse.up()) : link.click({ noWaitAfter: true }))
  const took = await page.waitForFunction((quiet) => {
    const { timing } = globalThis as unknown as {
      timing: { started: number; changed: number; largest: number }
    }
    const settled = timing.largest > 0 && performance.now() - timing.changed > quiet
    return settled && timing.largest - timing.started
  }, QUIET_MS)
  const ms = Number(await took.jsonValue())
  await context.close()
  return ms
}

/** Runs in the page before the click. */
function timeClick(to: string) {
  const timing = { started: 0, changed: 0, largest: 0, area: 0 }
  Object.assign(globalThis, { timing })
  addEventListener('click', () => (timing.started = performance.now()), {
    capture: true,
    once: true,
  })
  const inView = (element: Element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    return height > 0 && width > 0 ? height * width : 0
  }
  const isShown = (element: Element) =>
    element instanceof HTMLImageElement ? element.complete && element.naturalWidth > 0 : true
  const measure = () => {
    if (timing.started === 0 || !location.pathname.startsWith(to)) return
    timing.changed = performance.now()
    const areas = [...document.querySelectorAll('main :is(img, h1, h2, p)')]
      .filter(isShown)
      .map(inView)
    const area = Math.max(0, ...areas)
    // An image grows by less than 10% under the pointer, which does not count as a larger element.
    if (area <= timing.area * 1.1) return
    timing.area = area
    timing.largest = timing.changed
  }
  // The next paint shows the changes so far. Measured right after it, before the page's invisible work.
  const { scheduler } = globalThis as unknown as {
    scheduler: { postTask(work: () => void, how: { priority: string }): void }
  }
  const measureAfterPaint = () =>
    requestAnimationFrame(() => scheduler.postTask(measure, { priority: 'user-blocking' }))
  new MutationObserver(measureAfterPaint).observe(document.body, { childList: true, subtree: true })
  addEventListener('load', measureAfterPaint, true)
}
