import type { Page, Route } from 'playwright-core'

/**
 * Answers instead of the shop, until it stops: then the shop answers again. The route stays on the page: with the last
 * one that is taken away, the browser erases what it holds back at that moment, and the page waits for it for ever.
 */
export async function standIn(
  page: Page,
  pattern: Parameters<Page['route']>[0],
  answer: (route: Route, stop: () => void) => unknown,
) {
  let stands = true
  const stop = () => void (stands = false)
  await page.route(pattern, (route) => (stands ? answer(route, stop) : route.fallback()))
  return { stop }
}
