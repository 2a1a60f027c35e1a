import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const MAX_STOPS = 90

/** Presses the key until this element has the focus; at every stop the focus must be visible. */
export async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press(key)
    expect(await page.evaluate(findFocusProblem)).toBeNull()
    if (await goal.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${String(goal)} was not reached by ${key}`)
}

/** Runs in the page. null if the focused element is not covered and its focus is visible. */
async function findFocusProblem(): Promise<string | null> {
  // The page may scroll to it in the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const focused = document.activeElement
  if (!focused || focused === document.body || focused.tagName === 'MAIN') return null
  const html = focused.outerHTML.slice(0, 120)
  const { left, top, width, height } = focused.getBoundingClientRect()
  const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
  if (!topElement || !(focused.contains(topElement) || topElement.contains(focused))) {
    return `${html} is covered by ${topElement?.outerHTML.slice(0, 120) ?? 'the edge'}`
  }
  // A slider shows the focus on its handle, whose style cannot be read.
  if (focused.matches('[type=range]')) return null
  const isVisible = ['', '::before', '::after'].some((part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(focused, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  return isVisible ? null : `${html} has the focus, but does not show it`
}
