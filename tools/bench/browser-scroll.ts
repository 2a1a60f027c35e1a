import type { Locator, Page } from 'playwright-core'

import { newVisitor, type VisitTarget, type Session } from '#tools/bench/browser-visit.ts'

const FRAMES = 60
/** The refresh rate of a screen is never exactly its nominal rate. */
const FRAMES_MET = 58

/** The whole list, scrolled by a finger's width each frame. Not slowed: the screen's own rate is the measure. */
export async function measureScrolling(
  { browser, url }: VisitTarget,
  session: Session,
): Promise<string[][]> {
  const context = await newVisitor(browser, session)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  // CPU time of the page's main thread, independent of other load.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busySeconds = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  await page.goto(`${url}/products`)
  const cards = page.locator('[data-scp]')
  await showAll(page, cards)
  await page.waitForLoadState('networkidle')
  const before = await busySeconds()
  const { perSecond, late, count } = await page.evaluate(scrollThrough)
  const workMs = ((await busySeconds()) - before) * 1000
  const cardCount = await cards.count()
  await context.close()
  return [
    [
      'scrolling the list',
      'cards',
      'frames per second',
      'late frames',
      'processor ms a frame',
      'goal',
      'met',
    ],
    [
      'to its end and back',
      String(cardCount),
      perSecond.toFixed(1),
      `${(late * 100).toFixed(1)}%`,
      (workMs / count).toFixed(1),
      `240 cards, ${FRAMES} a second`,
      cardCount >= 240 && perSecond >= FRAMES_MET ? 'met' : 'missed',
    ],
  ]
}

/** Scrolls to the end until all cards are drawn, or 240 of them. */
async function showAll(page: Page, cards: Locator) {
  await cards.first().waitFor()
  for (let before = 0, now = await cards.count(); now > before && now < 240;) {
    before = now
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page
      .waitForFunction(
        (before) => document.querySelectorAll('[data-scp]').length > before,
        before,
        {
          timeout: 5000,
        },
      )
      .catch(() => {})
    now = await cards.count()
  }
}

/** Runs in the page: to the end and back, a step each frame. */
async function scrollThrough() {
  scrollTo(0, 0)
  const frames: number[] = []
  await new Promise<void>((done) => {
    const next = (at: number) => {
      frames.push(at)
      scrollBy(0, frames.length % 240 < 120 ? 90 : -90)
      if (frames.length < 480) requestAnimationFrame(next)
      else done()
    }
    requestAnimationFrame(next)
  })
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const duration = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return {
    count: gaps.length,
    perSecond: (gaps.length * 1000) / duration,
    late: gaps.filter((gap) => gap > 25).length / gaps.length,
  }
}
