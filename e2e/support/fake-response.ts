import type { Page, Route } from 'playwright-core'

/**
 * Responds in place of the shop until `stop` is called. The route stays registered: removing the last one makes the
 * browser drop the requests that it holds back, and the page waits for them forever.
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
