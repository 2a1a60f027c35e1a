import type { Page, Route } from 'playwright-core'

/**
 * Responds in place of the shop until `stop` is called. The route stays registered: removing the last one makes the
 * browser drop the requests that it holds back, and the page waits for them forever.
 */
export async function respondInstead(
  page: Page,
  pattern: Parameters<Page['route']>[0],
  answer: (route: Route, stop: () => void) => unknown,
) {
  let isActive = true
  const stop = () => void (isActive = false)
  await page.route(pattern, (route) => (isActive ? answer(route, stop) : route.fallback()))
  return { stop }
}
